import { useEffect } from 'react'
import { singleKeysOn } from './single-keys.ts'

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
