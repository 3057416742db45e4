import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { describe, expect, it } from 'vitest'
import { collapseChecks } from './timeline.tsx'

const check = (atMs: number): TimelineEntry => ({ atMs, kind: 'status', title: 'We asked', tone: 'neutral' })
const checks = (count: number) => Array.from({ length: count }, (_, at) => check(at))
const paid: TimelineEntry = { atMs: 99, kind: 'decision', title: 'Paid', tone: 'good', detail: 'completed-by-status' }

describe('collapseChecks', () => {
  it('collapses a long run of status checks without a change, except its first and last', () => {
    const [first, collapsed, last, end] = collapseChecks([...checks(40), paid])
    expect([first, last, end]).toEqual([check(0), check(39), paid])
    expect(collapsed).toEqual({ entries: checks(40).slice(1, -1) })
  })

  it('keeps a short run', () => {
    expect(collapseChecks([...checks(5), paid])).toEqual([...checks(5), paid])
  })

  it('never collapses an error or a change', () => {
    const bad: TimelineEntry = { ...check(7), tone: 'bad' }
    expect(collapseChecks([...checks(3), bad, ...checks(3)])).toContain(bad)
    expect(collapseChecks([paid, paid, paid, paid, paid, paid])).toHaveLength(6)
  })
})
