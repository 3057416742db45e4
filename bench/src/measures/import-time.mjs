import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { missingDoor } from '../lib/galla.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const GROUP = 'Import time (a fresh process each, time inside it)'

const WAYS = [
  { name: 'official, require', load: "require('@phonepe-pg/pg-sdk-node')" },
  { name: 'Galla, import', load: "await import('@galla/sdk')", door: 'index' },
  { name: 'Galla, require', load: "require('@galla/sdk')", door: 'index' },
]

export async function importTime({ quick }) {
  const there = WAYS.filter(({ door }) => !door || !missingDoor(door))
  const results = await rounds(there, quick ? 7 : 31, ({ load }) => importOnce(load))
  const ours = (name) => medianRatio(results, name, 'official, require', (ms) => ms)
  return [
    ...WAYS.map(({ name, door }) => {
      const times = results.get(name)
      if (!times) return row(GROUP, name, undefined, 'ms', undefined, missingDoor(door))
      return row(GROUP, name, median(times), 'ms', undefined, `fastest ${Math.min(...times).toFixed(2)} ms`)
    }),
    row(GROUP, 'Galla, import / official', ours('Galla, import'), '×', atMost(1 / 15)),
    row(GROUP, 'Galla, require / official', ours('Galla, require'), '×', atMost(1 / 15)),
  ]
}

function importOnce(load) {
  const program = `import { createRequire } from 'node:module'
    const require = createRequire(${JSON.stringify(`${HERE}x.mjs`)})
    const before = performance.now()
    ${load}
    console.log(performance.now() - before)
    process.exit()`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: HERE, encoding: 'utf8' }))
}
