import type { KeyboardEvent } from 'react'
import { singleKeysOn } from '../shell/single-keys.ts'

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }
const LETTERS: { readonly [key: string]: number } = { j: 1, k: -1 }

/** Arrows, and j and k, walk from row to row: the one link or button of each that has `data-row`. */
export function onRowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  if (event.target.matches('input, select, textarea')) return
  const step = STEPS[event.key] ?? (singleKeysOn() ? LETTERS[event.key] : undefined)
  if (step === undefined) return
  if (walk(event.currentTarget, step)) event.preventDefault()
}

/** Moves the focus by so many rows; from elsewhere, to the first. False when there is no row that way. */
export function walk(within: ParentNode, step: number): boolean {
  const rows = [...within.querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.findIndex((row) => row.closest('[role=row]')?.contains(document.activeElement))
  const next = rows[here < 0 ? 0 : here + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
