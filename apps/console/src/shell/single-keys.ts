import { keep, readKept } from '../lib/kept.ts'
import { createStore } from '../lib/store.ts'

/** Single letters as shortcuts get in the way of those who dictate: they can be turned off. */
export const singleKeys = createStore(readKept('single-keys') !== 'off')

export const singleKeysOn = (): boolean => singleKeys.get()

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on)
  keep('single-keys', on ? undefined : 'off')
}
