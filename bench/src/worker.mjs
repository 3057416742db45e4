/** Runs one subject in a process of its own and reports the cost of each job. */
import { setImmediate as turn } from 'node:timers/promises'

const [, , name, origin] = process.argv
const { prepare } = await import(`./subjects/${name}.mjs`)
const subject = await prepare(origin)
process.send(subject.missing ? { missing: subject.missing } : { ready: true })

/** Makes `count` calls, `concurrency` at a time. */
async function drive(call, count, concurrency) {
  let next = 0
  const lane = async () => {
    while (next < count) await call(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/** CPU time of all threads of this process in microseconds, and elapsed milliseconds. */
async function cost(work) {
  const cpuBefore = process.cpuUsage()
  const wallBefore = performance.now()
  await work()
  const wallMs = performance.now() - wallBefore
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallMs, cpuUs: user + system }
}

function memory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heapUsed, rss }
}

const jobs = {
  calls: ({ op, count, concurrency }) => cost(() => drive(subject[op], count, concurrency)),
  /** The time of each call in milliseconds. */
  latencies: async ({ op, count, concurrency }) => {
    const times = []
    const timed = async (index) => {
      const before = performance.now()
      await subject[op](index)
      times.push(performance.now() - before)
    }
    await drive(timed, count, concurrency)
    return { times }
  },
  /** The subject runs the loop itself, so that a synchronous one pays for no await. */
  loop: ({ op, count }) => cost(() => subject[op](count)),
  memory: async () => {
    await turn()
    return memory()
  },
  /** Makes `count` calls at once and counts the rejected ones. */
  burst: async ({ op, count }) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, index) => subject[op](index)))
    return { rejected: outcomes.filter(({ status }) => status === 'rejected').length }
  },
}

process.on('message', ({ job, ...input }) => {
  jobs[job](input).then(
    (result) => process.send(result),
    (failure) => process.send({ failed: failure?.stack ?? String(failure) }),
  )
})
process.on('disconnect', () => process.exit())
