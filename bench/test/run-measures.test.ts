import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { row } from '../src/lib/rows.mjs'
import { runMeasures } from '../src/run-measures.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-bench-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const stored = (file: string): { name?: string; failed?: string }[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function run(measures: object, { json = false, isTerminal = false } = {}) {
  const printed: string[] = []
  const file = join(folder, 'results', 'bench.jsonl')
  const options = {
    measures,
    machine: { node: 'v20' },
    file,
    json,
    isTerminal,
    print: (line: string) => printed.push(line),
  }
  const result = await runMeasures(options)
  return { ...result, printed, file }
}

test('a row is printed and stored before the measure goes on', async () => {
  const file = join(folder, 'results', 'bench.jsonl')
  const seen: string[][] = []
  const printed: string[] = []
  const measures = {
    async *calls() {
      yield row('Calls', 'first', 1, 'ms')
      seen.push(
        printed.filter((line) => line.includes('first')),
        stored(file).map(({ name = '' }) => name),
      )
      yield row('Calls', 'second', 2, 'ms')
    },
  }
  await runMeasures({
    measures,
    machine: {},
    file,
    json: false,
    isTerminal: false,
    print: (line) => printed.push(line),
  })
  expect(seen).toEqual([[expect.stringMatching(/first +1 ms/)], ['', 'first']])
  expect(stored(file).map(({ name }) => name)).toEqual([undefined, 'first', 'second'])
})

test('a measure that fails is one row with its error in one line, and the next measure runs', async () => {
  const { printed, failed, file } = await run({
    async *reads() {
      yield row('Reads', 'before', 1, 'ms')
      throw new TypeError('Cannot read properties of undefined\n    at isInReviewFor')
    },
    memory: async () => [row('Memory', 'after', 3, 'kB')],
  })
  const text = printed.join('\n')
  expect(text).toMatch(/before +1 ms[\s\S]*reads +– +FAILED {2}Cannot read properties of undefined\n[\s\S]*after +3 kB/)
  expect(text).not.toContain('at isInReviewFor')
  expect(failed).toBe(1)
  expect(stored(file).map(({ failed }) => failed)).toEqual([
    undefined,
    undefined,
    'Cannot read properties of undefined',
    undefined,
  ])
})

test('a terminal shows the row of a failure in red, and no other', async () => {
  const measures = {
    calls: async () => [row('Calls', 'fine', 1, 'ms')],
    async reads() {
      throw new Error('gone')
    },
  }
  const red = ({ printed }: { printed: string[] }) => printed.filter((line) => line.includes('\u001b[31m'))
  expect(red(await run(measures, { isTerminal: true }))).toEqual([expect.stringContaining('gone')])
  expect(red(await run(measures))).toEqual([])
})

test('as JSON, each line of the output is one value', async () => {
  const { printed } = await run({ calls: async () => [row('Calls', 'fine', 1, 'ms')] }, { json: true })
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    { machine: { node: 'v20' } },
    expect.objectContaining({ group: 'Calls', name: 'fine', value: 1 }),
  ])
})

test('targets are counted, and a failure is counted as neither met nor missed', async () => {
  const met = { text: '≤ 2', met: (value: number) => value <= 2 }
  const { printed, failed } = await run({
    calls: async () => [row('Calls', 'low', 1, '×', met), row('Calls', 'high', 3, '×', met)],
    async reads() {
      throw new Error('gone')
    },
  })
  expect(failed).toBe(1)
  expect(printed.at(-1)).toMatch(/^1 of 2 targets met, 1 measure failed/)
})
