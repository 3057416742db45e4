import { expect, it } from 'vitest'
import { startOptions } from './start-options.mjs'

it('is the usual port, for people, until Ctrl-C', () => {
  expect(startOptions([])).toEqual({ once: false, json: false, port: 4500 })
  expect(startOptions(['--once', '--json', '--port', '0'])).toEqual({ once: true, json: true, port: 0 })
})

it.each([
  ['--port', '65536'],
  ['--port', '4500.5'],
  ['--port', ''],
  ['--colour', ''],
  ['order-42', ''],
])('refuses %s %s by name', (...args) => {
  expect(() => startOptions(args)).toThrow(args[0])
})
