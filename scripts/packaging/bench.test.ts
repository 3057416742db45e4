import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'

interface Row {
  readonly group?: string
  readonly name?: string
  readonly failed?: string
}

/** The figures of a machine that runs other tests say nothing: only that every measure has some. */
describe.runIf(process.env.GALLA_LONG === '1')('npm run bench -- --quick', () => {
  it('measures everything', { timeout: 1_200_000 }, async () => {
    const { ok, output } = await node([at('scripts/bench.mjs'), '--quick'])
    const rows: Row[] = readFileSync(at('.cache/bench.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.filter(({ failed }) => failed !== undefined)).toEqual([])
    expect(ok, output).toBe(true)
    const groups = new Set(rows.map(({ group = '' }) => group.split(/[ ,:]/)[0]))
    for (const group of [
      'Installed',
      'Import',
      'TLS',
      'Callback',
      'Telemetry',
      'Sandbox',
      'Memory',
      'Gateway',
      'Reads',
      'Polling',
    ])
      expect(groups).toContain(group)
  })
})
