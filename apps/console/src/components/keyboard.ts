import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react'
import { createStore, keep, readKept } from '../api/browser.ts'

/** Single letters as shortcuts get in the way of those who dictate: they can be turned off. */
export const singleKeys = createStore(readKept('single-keys') !== 'off')

export const singleKeysOn = (): boolean => singleKeys.get()

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on)
  keep('single-keys', on ? undefined : 'off')
}

/** A second key counts as one with the first for so long. Milliseconds. */
const PAIR_MS = 1_200

/** `'/'`, `'?'`, `'g o'`, `'mod+k'` → what it does. */
export interface KeyMap {
  readonly [keys: string]: () => void
}

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

/** Keys for the whole page. Letters do nothing while somebody types, while a dialog is open, or when they are turned off. */
export function useKeys(keys: KeyMap): void {
  useEffect(() => {
    let before: { key: string; atMs: number } | undefined
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return
      const mod = event.metaKey || event.ctrlKey
      const name = mod ? `mod+${event.key.toLowerCase()}` : event.key
      if (
        !mod &&
        (event.altKey || typesText(event.target) || !singleKeysOn() || document.querySelector('dialog[open]'))
      ) {
        return
      }
      const pair = before && event.timeStamp - before.atMs < PAIR_MS ? keys[`${before.key} ${name}`] : undefined
      before = mod || pair ? undefined : { key: name, atMs: event.timeStamp }
      const action = pair ?? keys[name]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [keys])
}

const STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }
const LETTERS: { readonly [key: string]: number } = { j: 1, k: -1 }

/** Arrows, and j and k, walk from row to row: the one link or button of each that has `data-row`. */
export function onRowKeys(event: ReactKeyboardEvent<HTMLElement>): void {
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
