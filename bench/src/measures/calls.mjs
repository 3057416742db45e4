import { startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { runCalls } from '../lib/run-calls.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const SUBJECTS = ['official', 'bare-fetch', 'bare-http', 'galla', 'galla-compat', 'galla-fetch', 'galla-undici']
/** Ratios near 1, measured in rounds of these clients alone: a few per cent are less than the noise of a full round. */
const CLOSE = ['bare-http', 'galla', 'galla-compat']
const OPS = { status: 'order status (GET)', pay: 'pay (POST)' }

export async function* calls({ quick, provider }) {
  const started = []
  for (const name of SUBJECTS) started.push(await startSubject(name, provider.origin))
  const subjects = started.filter(({ missing }) => !missing)
  try {
    await warmUp(subjects, quick)
    for (const concurrency of [1, 64]) {
      const count = concurrency === 1 ? 400 : 2_000
      for (const [op, label] of Object.entries(OPS)) {
        const run = runCalls({ op, count, concurrency })
        const results = await rounds(subjects, quick ? 4 : 15, run)
        const close = await rounds(
          subjects.filter(({ name }) => CLOSE.includes(name)),
          quick ? 9 : 41,
          run,
        )
        yield* rowsOf(results, close, started, `${label}, concurrency ${concurrency}`, count, concurrency === 64)
      }
    }
  } finally {
    await Promise.all(subjects.map(({ stop }) => stop()))
  }
}

async function warmUp(subjects, quick) {
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { send } of subjects) {
      for (const op of Object.keys(OPS)) await send({ job: 'calls', op, count: quick ? 1_000 : 3_000, concurrency: 64 })
    }
  }
}

const cpuPerCall = ({ cpuUs }) => cpuUs
const perSecond = ({ wallMs }) => 1 / wallMs

function rowsOf(results, close, started, group, count, isTarget) {
  const rows = started.flatMap(({ name, missing }) => {
    if (missing) return [row(group, `${name}: CPU per call`, undefined, 'µs', undefined, missing)]
    const runs = results.get(name)
    const spread = runs.map(({ cpuUs }) => cpuUs / count)
    const note = `${Math.min(...spread).toFixed(0)}–${Math.max(...spread).toFixed(0)} µs over ${runs.length} rounds`
    return [
      row(group, `${name}: CPU per call`, median(spread), 'µs', undefined, note),
      row(group, `${name}: calls per second`, median(runs.map(({ wallMs }) => (count * 1_000) / wallMs)), '/s'),
    ]
  })
  const ratio = (one, other, figure) => medianRatio(results, one, other, figure)
  const target = (limit) => (isTarget ? limit : undefined)
  return [
    ...rows,
    row(group, 'CPU: Galla / official', ratio('galla', 'official', cpuPerCall), '×', target(atMost(0.2))),
    row(
      group,
      'CPU: Galla / bare node:http',
      medianRatio(close, 'galla', 'bare-http', cpuPerCall),
      '×',
      target(atMost(1.15)),
    ),
    row(
      group,
      'CPU: Galla with undici / official',
      ratio('galla-undici', 'official', cpuPerCall),
      '×',
      target(atMost(0.1)),
    ),
    row(group, 'CPU: Galla compat / Galla', medianRatio(close, 'galla-compat', 'galla', cpuPerCall), '×', atMost(1.1)),
    row(group, 'CPU: Galla with fetch / bare fetch', ratio('galla-fetch', 'bare-fetch', cpuPerCall), '×'),
    row(group, 'calls per second: Galla / official', ratio('galla', 'official', perSecond), '×', target(atLeast(4.5))),
    row(group, 'calls per second: bare node:http / official', ratio('bare-http', 'official', perSecond), '×'),
  ]
}
