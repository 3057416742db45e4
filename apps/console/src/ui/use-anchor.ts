import { useLayoutEffect, useRef } from 'react'

/** New rows come on top one by one, not by the hundred. */
const REACH = 200

/** While somebody reads further down, rows that come in above push nothing away: `shift` is told by how many rows. */
export function useAnchor<Row>(
  rows: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
  shift: (by: number) => void,
) {
  const before = useRef({ rows, from })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { rows, from }
    if (was.rows === rows || was.from === 0) return
    const by = movedBy(was.rows, rows, was.from, idOf)
    if (by > 0) shift(by)
  })
}

/** By how many rows the row at `from` stands further down than it did; 0 when it is gone. */
export function movedBy<Row>(
  was: readonly Row[],
  now: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
): number {
  const anchor = was[from]
  if (anchor === undefined) return 0
  const id = idOf(anchor)
  for (let by = 0; by <= REACH; by += 1) {
    const row = now[from + by]
    if (row !== undefined && idOf(row) === id) return by
  }
  return 0
}
