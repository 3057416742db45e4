import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { jsonLog, neverThrowing } from './log.ts'

it('writes listed fields only', () => {
  const lines: string[] = []
  const log = jsonLog({ to: { write: (line) => void lines.push(line) } })
  const careless: object = {
    merchantOrderId: 'order-1',
    password: 'hunter2',
    vpa: 'susheela@ybl',
    body: { token: 'x' },
  }
  log.warn(careless, 'An order was judged')
  const { time, ...line } = JSON.parse(lines[0] ?? '')
  expect(line).toEqual({ level: 'warn', merchantOrderId: 'order-1', msg: 'An order was judged' })
  expect(new Date(time).getTime()).not.toBeNaN()
})

it('writes no line below the level', () => {
  const lines: string[] = []
  const log = jsonLog({ level: 'error', to: { write: (line) => void lines.push(line) } })
  log.info({}, 'no')
  log.error({}, 'yes')
  expect(lines.length).toBe(1)
})

it.each<[string, () => unknown]>([
  ['throws', () => fail()],
  ['rejects', () => Promise.reject(new Error('disk full'))],
  ['is of another realm and rejects', runInNewContext(`async () => { throw new Error('disk full') }`)],
  [
    'returns a promise whose catch throws',
    () => Object.assign(Promise.reject(new Error('disk full')), { catch: fail }),
  ],
])('a log that %s stops nothing', async (_how, write) => {
  const failures: unknown[] = []
  const listener = (reason: unknown) => failures.push(reason)
  process.on('unhandledRejection', listener)
  try {
    const broken = write as () => void
    neverThrowing({ info: broken, warn: broken, error: broken }).warn({}, 'x')
    await new Promise(setImmediate)
  } finally {
    process.off('unhandledRejection', listener)
  }
  expect(failures).toEqual([])
})

function fail(): never {
  throw new Error('disk full')
}
