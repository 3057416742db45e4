import { expect, test } from 'vitest'
import { printReady, readyLine } from './ready-line.ts'

test('readyLine is one line with one JSON object', () => {
  const line = readyLine({ provider: 'http://127.0.0.1:4000' })
  expect(line.endsWith('\n')).toBe(true)
  expect(JSON.parse(line)).toEqual({ ready: { provider: 'http://127.0.0.1:4000' } })
})

test('printReady writes to the given stream', () => {
  const written: string[] = []
  printReady({ shop: 'http://127.0.0.1:1' }, { write: (text) => written.push(text) })
  expect(written).toEqual(['{"ready":{"shop":"http://127.0.0.1:1"}}\n'])
})
