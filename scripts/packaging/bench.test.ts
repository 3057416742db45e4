import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'

/** The figures of a machine that runs other tests say nothing: only that no measure fails. */
describe.runIf(process.env.GALLA_LONG === '1')('npm run bench -- --quick', () => {
  it('measures everything', { timeout: 1_200_000 }, async () => {
    const { ok, output } = await node([at('scripts/bench.mjs'), '--quick'])
    expect(ok, output).toBe(true)
  })
})
