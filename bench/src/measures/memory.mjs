import { startSubject } from '../lib/processes.mjs'
import { row } from '../lib/rows.mjs'

const SUBJECTS = ['official', 'bare-http', 'galla', 'galla-undici']

/** Growth of the heap and RSS between a warm-up and many calls, with a garbage collection before each measurement. */
export async function* memory({ quick, provider }) {
  const count = quick ? 10_000 : 100_000
  const group = `Memory after ${count.toLocaleString('en')} calls at concurrency 64`
  for (const name of SUBJECTS) {
    const subject = await startSubject(name, provider.origin, ['--expose-gc'])
    if (subject.missing) {
      yield row(group, `${name}: heap growth`, undefined, 'kB', undefined, subject.missing)
      continue
    }
    const { before, after } = await grown(subject, count).finally(subject.stop)
    const mega = (bytes) => (bytes / 1e6).toFixed(1)
    yield row(
      group,
      `${name}: heap growth`,
      (after.heapUsed - before.heapUsed) / 1_000,
      'kB',
      undefined,
      `${mega(before.heapUsed)} → ${mega(after.heapUsed)} MB heap, ${mega(before.rss)} → ${mega(after.rss)} MB RSS`,
    )
  }
}

async function grown(subject, count) {
  const run = (calls) => subject.send({ job: 'calls', op: 'status', count: calls, concurrency: 64 })
  await run(5_000)
  const before = await subject.send({ job: 'memory' })
  await run(count)
  return { before, after: await subject.send({ job: 'memory' }) }
}
