import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { describe, expect, it } from 'vitest'
import { fold } from './timeline.tsx'

const look = (atMs: number): TimelineEntry => ({ atMs, kind: 'status', title: 'We asked', tone: 'neutral' })
const looks = (count: number) => Array.from({ length: count }, (_, at) => look(at))
const paid: TimelineEntry = { atMs: 99, kind: 'decision', title: 'Paid', tone: 'good', detail: 'completed-by-status' }

describe('a story', () => {
  it('folds a long stretch of looks that found nothing, and keeps its ends', () => {
    const [first, folded, last, end] = fold([...looks(40), paid])
    expect([first, last, end]).toEqual([look(0), look(39), paid])
    expect(folded).toEqual({ entries: looks(40).slice(1, -1) })
  })

  it('leaves a short one alone', () => {
    expect(fold([...looks(5), paid])).toEqual([...looks(5), paid])
  })

  it('never folds what went wrong, or changed something', () => {
    const bad: TimelineEntry = { ...look(7), tone: 'bad' }
    expect(fold([...looks(3), bad, ...looks(3)])).toContain(bad)
    expect(fold([paid, paid, paid, paid, paid, paid])).toHaveLength(6)
  })
})
