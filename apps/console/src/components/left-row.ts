import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { createStore } from '../api/browser.ts'

/** The row that was opened last: its id, and the place of its list in the browser's history. */
export const leftRow = createStore<{ id: string; entry: number } | undefined>(undefined)

/** The place of the shown page in the browser's history. */
export const useHistoryEntry = (): number => useRouterState({ select: ({ location }) => location.state.__TSR_index })

interface ReturnToRow<Row> {
  /** The place of the list in the history. */
  entry: number
  table: RefObject<HTMLElement | null>
  rows: readonly Row[]
  idOf(row: Row): string
  /** Scrolls to a row, so that it is rendered. */
  show(index: number): void
}

/** Gives the row that was left the focus when the person comes back to its list. */
export function useReturnToRow<Row>({ entry, table, rows, idOf, show }: ReturnToRow<Row>): void {
  const left = leftRow.get()
  const wanted = useRef(left?.entry === entry ? left.id : undefined)
  // After the router has restored the scroll position, and again until the row is rendered.
  useEffect(() => {
    if (wanted.current === undefined) return
    const index = rows.findIndex((row) => idOf(row) === wanted.current)
    const link = table.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
    if (index >= 0 && !link) return show(index)
    wanted.current = undefined
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  })
}
