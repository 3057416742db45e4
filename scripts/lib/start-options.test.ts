import { expect, it } from 'vitest'
import { startOptions } from './start-options.mjs'

it('defaults to port 4500 and the folder of the last run', () => {
  const usual = { once: false, json: false, fresh: false, port: 4500 }
  expect(startOptions([])).toEqual({ ...usual, data: expect.stringMatching(/\.cache.shop$/) })
  expect(startOptions(['--fresh', '--data', 'tea'])).toEqual({ ...usual, fresh: true, data: 'tea' })
})

it.each([[['--once']], [['--port', '0']], [['--once', '--data', 'tea']]])('uses no folder with %j', (args) => {
  expect(startOptions(args).data).toBeUndefined()
})

it.each([
  ['--port', '65530'],
  ['--port', '4500.5'],
  ['--port', ''],
  ['--colour', ''],
  ['order-42', ''],
])('rejects %s %s and names it', (...args) => {
  expect(() => startOptions(args)).toThrow(args[0])
})
