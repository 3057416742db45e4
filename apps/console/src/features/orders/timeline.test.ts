import type { CallEntry, DecisionEntry } from '@galla/contract/gateway-api/decisions'
import { describe, expect, it } from 'vitest'
import { collapseChecks } from './timeline.tsx'

const check = (atMs: number): CallEntry => ({
  kind: 'call',
  atMs,
  callId: String(atMs),
  endpoint: 'standardOrderStatus',
  httpStatus: 200,
  attempts: 1,
})
const checks = (count: number) => Array.from({ length: count }, (_, at) => check(at))
const paid: DecisionEntry = {
  kind: 'decision',
  atMs: 99,
  decisionId: '2',
  rule: 'completed-by-status',
  from: 'PENDING',
  to: 'COMPLETED',
}
const pending: DecisionEntry = { ...paid, decisionId: '1', rule: 'still-pending', to: 'PENDING' }

describe('collapseChecks', () => {
  it('collapses a long run of status checks without a change, except its first and last', () => {
    const [first, collapsed, last, end] = collapseChecks([...checks(40), paid])
    expect([first, last, end]).toEqual([check(0), check(39), paid])
    expect(collapsed).toEqual({ entries: checks(40).slice(1, -1) })
  })

  it('collapses decisions without a change together with the status checks that led to them', () => {
    const run = [...checks(5), pending, check(6)]
    expect(collapseChecks(run)).toEqual([check(0), { entries: run.slice(1, -1) }, check(6)])
  })

  it('keeps a short run', () => {
    expect(collapseChecks([...checks(5), paid])).toEqual([...checks(5), paid])
  })

  it('never collapses an error or a change', () => {
    const bad: CallEntry = { ...check(7), errorKind: 'server-error', outcome: 'rejected' }
    expect(collapseChecks([...checks(3), bad, ...checks(3)])).toContain(bad)
    const pay: CallEntry = { ...check(7), endpoint: 'standardPay' }
    expect(collapseChecks([pay, pay, pay, pay, pay, pay])).toHaveLength(6)
    expect(collapseChecks([paid, paid, paid, paid, paid, paid])).toHaveLength(6)
  })
})
