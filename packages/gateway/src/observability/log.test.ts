import { expect, it } from 'vitest'
import { jsonLog } from './log.ts'

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
