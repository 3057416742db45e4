import { startSubject } from '../lib/processes.mjs'
import { atLeast, atMost, row } from '../lib/rows.mjs'
import { median, medianRatio, rounds } from '../lib/statistics.mjs'

const GROUP = 'Telemetry: one more event in a full queue of 20 000'

/** The queue has no public API, so the module of the SDK is compiled by itself, as the build compiles it. */
export async function telemetry({ quick, provider, use }) {
  const subjects = await Promise.all(
    ['official', 'galla-telemetry'].map((name) => use(startSubject(name, provider.origin))),
  )
  const count = quick ? 20_000 : 100_000
  const figures = subjects.flatMap((subject) =>
    (subject.name === 'official' ? ['enqueueFull'] : ['enqueueFull', 'enqueueEmpty']).map((op) => ({
      name: `${subject.name} ${op}`,
      subject,
      op,
    })),
  )
  const run = ({ subject, op }) => subject.send({ job: 'loop', op, count })
  await rounds(figures, 2, run)
  const results = await rounds(figures, quick ? 5 : 15, run)
  const nanoseconds = (name) => median(results.get(name).map(({ cpuUs }) => (cpuUs * 1_000) / count))
  const cpu = ({ cpuUs }) => cpuUs
  return [
    row(GROUP, 'official', nanoseconds('official enqueueFull'), 'ns', undefined, 'with its warning per event silenced'),
    row(GROUP, 'Galla', nanoseconds('galla-telemetry enqueueFull'), 'ns'),
    row(GROUP, 'Galla, queue not full', nanoseconds('galla-telemetry enqueueEmpty'), 'ns'),
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
}
