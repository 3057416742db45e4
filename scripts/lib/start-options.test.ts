import { expect, it } from 'vitest'
import { startOptions } from './start-options.mjs'

it('is the usual ports and the shop of yesterday, for people, until Ctrl-C', () => {
  const usual = { once: false, json: false, fresh: false, port: 4500 }
  expect(startOptions([])).toEqual({ ...usual, data: expect.stringMatching(/\.cache.shop$/) })
  expect(startOptions(['--fresh', '--data', 'tea'])).toEqual({ ...usual, fresh: true, data: 'tea' })
})

it.each([[['--once']], [['--port', '0']], [['--once', '--data', 'tea']]])('begins empty with %j', (args) => {
  expect(startOptions(args).data).toBeUndefined()
})

it.each([
  ['--port', '65534'],
  ['--port', '4500.5'],
  ['--port', ''],
  ['--colour', ''],
  ['order-42', ''],
])('refuses %s %s by name', (...args) => {
  expect(() => startOptions(args)).toThrow(args[0])
})
