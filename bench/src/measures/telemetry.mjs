import { startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const GROUP = 'Telemetry: one more event in a full queue of 20 000'

/** The queue has no public API, so the module of the SDK is compiled by itself, as the build compiles it. */
export async function telemetry({ quick, provider }) {
  const subjects = [
    await startSubject('official', provider.origin),
    await startSubject('galla-telemetry', provider.origin),
  ]
  const available = subjects.filter(({ missing }) => !missing)
  const count = quick ? 20_000 : 100_000
  try {
    const figures = available.flatMap((subject) =>
      (subject.name === 'official' ? ['enqueueFull'] : ['enqueueFull', 'enqueueEmpty']).map((op) => ({
        name: `${subject.name} ${op}`,
        subject,
        op,
      })),
    )
    const run = ({ subject, op }) => subject.send({ job: 'loop', op, count })
    await rounds(figures, 2, run)
    const results = await rounds(figures, quick ? 5 : 15, run)
    const nanoseconds = (name) => {
      const runs = results.get(name)
      return runs && median(runs.map(({ cpuUs }) => (cpuUs * 1_000) / count))
    }
    const cpu = ({ cpuUs }) => cpuUs
    const missing = subjects[1].missing
    return [
      row(
        GROUP,
        'official',
        nanoseconds('official enqueueFull'),
        'ns',
        undefined,
        'with its warning per event silenced',
      ),
      row(GROUP, 'Galla', nanoseconds('galla-telemetry enqueueFull'), 'ns', undefined, missing),
      row(GROUP, 'Galla, queue not full', nanoseconds('galla-telemetry enqueueEmpty'), 'ns', undefined, missing),
      row(
        GROUP,
        'speed: Galla / official',
        medianRatio(results, 'official enqueueFull', 'galla-telemetry enqueueFull', cpu),
        '×',
        atLeast(20),
      ),
      row(
        GROUP,
        'CPU: full / not full (constant time)',
        medianRatio(results, 'galla-telemetry enqueueFull', 'galla-telemetry enqueueEmpty', cpu),
        '×',
        atMost(1.5),
      ),
    ]
  } finally {
    await Promise.all(available.map(({ stop }) => stop()))
  }
}
