import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atMost, row } from '../lib/rows.mjs'
import { missingBuild } from '../lib/sdk-subject.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const PROGRAM = fileURLToPath(new URL('../import-once.mjs', import.meta.url))
const GROUP = 'Import time (in an ES module program, a fresh process each)'

const OFFICIAL = '@phonepe-pg/pg-sdk-node'
const VARIANTS = [
  { name: 'official, import', method: 'import', package: OFFICIAL },
  { name: 'official, require', method: 'require', package: OFFICIAL },
  { name: 'Galla, import', method: 'import', package: '@galla/sdk', entry: 'index' },
  { name: 'Galla, require', method: 'require', package: '@galla/sdk', entry: 'index' },
]

export async function importTime({ quick }) {
  const available = VARIANTS.filter(({ entry }) => !entry || !missingBuild(entry))
  const results = await rounds(available, quick ? 7 : 31, importOnce)
  const ratio = (method) => medianRatio(results, `Galla, ${method}`, `official, ${method}`, (ms) => ms)
  return [
    ...VARIANTS.map(({ name, entry }) => {
      const times = results.get(name)
      if (!times) return row(GROUP, name, undefined, 'ms', undefined, missingBuild(entry))
      return row(GROUP, name, median(times), 'ms', undefined, `fastest ${Math.min(...times).toFixed(2)} ms`)
    }),
    row(GROUP, 'Galla / official, import', ratio('import'), '×', atMost(1 / 15)),
    row(GROUP, 'Galla / official, require', ratio('require'), '×', atMost(1 / 15)),
  ]
}

function importOnce({ method, package: name }) {
  return Number(execFileSync(process.execPath, [PROGRAM, method, name], { encoding: 'utf8' }))
}
