import { expect, it } from 'vitest'
import { START_HELP, startOptions } from './start-options.mjs'

it('defaults to port 4500 and the folder of the last run', () => {
  const usual = { once: false, json: false, fresh: false, port: 4500 }
  expect(startOptions([])).toEqual({ ...usual, data: expect.stringMatching(/\.cache.shop$/) })
  expect(startOptions(['--fresh', '--data', 'tea'])).toEqual({ ...usual, fresh: true, data: 'tea' })
})

it.each([[['--once']], [['--port', '0']], [['--once', '--data', 'tea']]])('uses no folder with %j', (args) => {
  expect(startOptions(args)?.data).toBeUndefined()
})

it('asks for help, which names every option', () => {
  expect(startOptions(['--help'])).toBeUndefined()
  expect(startOptions(['-h', '--port', 'tea'])).toBeUndefined()
  expect(START_HELP.match(/^ {2}--\w+/gm)).toEqual(
    ['--once', '--json', '--fresh', '--data', '--port', '--help'].map((one) => `  ${one}`),
  )
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
