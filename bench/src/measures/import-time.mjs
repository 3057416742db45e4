import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { missingDoor } from '../lib/galla.mjs'
import { atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const PROGRAM = fileURLToPath(new URL('../import-once.mjs', import.meta.url))
const GROUP = 'Import time (in an ES module program, a fresh process each)'

const OFFICIAL = '@phonepe-pg/pg-sdk-node'
const WAYS = [
  { name: 'official, import', way: 'import', of: OFFICIAL },
  { name: 'official, require', way: 'require', of: OFFICIAL },
  { name: 'Galla, import', way: 'import', of: '@galla/sdk', door: 'index' },
  { name: 'Galla, require', way: 'require', of: '@galla/sdk', door: 'index' },
]

export async function importTime({ quick }) {
  const there = WAYS.filter(({ door }) => !door || !missingDoor(door))
  const results = await rounds(there, quick ? 7 : 31, importOnce)
  const ratio = (way) => medianRatio(results, `Galla, ${way}`, `official, ${way}`, (ms) => ms)
  return [
    ...WAYS.map(({ name, door }) => {
      const times = results.get(name)
      if (!times) return row(GROUP, name, undefined, 'ms', undefined, missingDoor(door))
      return row(GROUP, name, median(times), 'ms', undefined, `fastest ${Math.min(...times).toFixed(2)} ms`)
    }),
    row(GROUP, 'Galla / official, import', ratio('import'), '×', atMost(1 / 15)),
    row(GROUP, 'Galla / official, require', ratio('require'), '×', atMost(1 / 15)),
  ]
}

function importOnce({ way, of }) {
  return Number(execFileSync(process.execPath, [PROGRAM, way, of], { encoding: 'utf8' }))
}
