import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { createStore, readSetting, writeSetting } from '../api/browser.ts'

/** True when single letters are shortcuts. They conflict with speech input, so they can be turned off (WCAG 2.1.4). */
export const singleKeys = createStore(readSetting('single-keys') !== 'off')

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on)
  writeSetting('single-keys', on ? undefined : 'off')
}

/** The first key of a pair. */
const PAIR_KEY = 'g'
/** Time within which a second key forms a pair with the first. */
const PAIR_MS = 1_200

/** Actions by shortcut: `/`, `?`, `g o`, `mod+k`. */
interface KeyMap {
  readonly [keys: string]: () => void
}

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

/** Page-wide shortcuts. Single letters do nothing in text inputs, while a dialog is open, or when they are turned off. */
export function useKeys(keys: KeyMap): void {
  const firstAtMs = useRef<number>(undefined)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const mod = event.metaKey || event.ctrlKey
    const name = mod ? `mod+${event.key.toLowerCase()}` : event.key
    if (
      !mod &&
      (event.altKey || isTextInput(event.target) || !singleKeys.get() || document.querySelector('dialog[open]'))
    ) {
      return
    }
    // The second key of a pair belongs to the pair alone, in every part of the page.
    const isSecond = !mod && firstAtMs.current !== undefined && event.timeStamp - firstAtMs.current < PAIR_MS
    firstAtMs.current = name === PAIR_KEY && !isSecond ? event.timeStamp : undefined
    const action = keys[isSecond ? `${PAIR_KEY} ${name}` : name]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const ARROW_STEPS: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }
const LETTER_STEPS: { readonly [key: string]: number } = { j: 1, k: -1 }

/** Handles the keys of a table: arrows, j and k move the focus between rows. */
export function onRowKeys(event: ReactKeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  if (event.target.matches('input, select, textarea')) return
  const step = ARROW_STEPS[event.key] ?? (singleKeys.get() ? LETTER_STEPS[event.key] : undefined)
  if (step === undefined) return
  if (focusRow(event.currentTarget, step)) event.preventDefault()
}

/**
 * Moves the focus by `step` rows, or to the first row when none has it. A row's focusable element has `data-row`.
 * Returns false at the ends of the table.
 */
export function focusRow(within: ParentNode, step: number): boolean {
  const rows = [...within.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row.closest('[role=row]')?.contains(document.activeElement))
  const next = rows[current < 0 ? 0 : current + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
