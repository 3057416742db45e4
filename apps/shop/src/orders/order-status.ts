import type { Words } from '../i18n/en.ts'
import type { ShownOrder } from '../shop-api.ts'

/** Where an order stands, for the one who made it: a word, and the tone and shape that go with it. */
export interface Stand {
  readonly word: keyof Words
  readonly tone: 'good' | 'wait' | 'bad'
  readonly icon: 'good' | 'wait' | 'bad' | 'back'
}

const CHECKING: Stand = { word: 'standChecking', tone: 'wait', icon: 'wait' }
const OPEN: Stand = { word: 'standOpen', tone: 'wait', icon: 'wait' }
const FAILED: Stand = { word: 'standFailed', tone: 'bad', icon: 'bad' }
const RETURNED: Stand = { word: 'standReturned', tone: 'wait', icon: 'back' }
const RETURNING: Stand = { word: 'standReturning', tone: 'wait', icon: 'back' }
const PARTLY: Stand = { word: 'standPartly', tone: 'good', icon: 'good' }
const PACKING: Stand = { word: 'standPacking', tone: 'good', icon: 'good' }

export function standOf({ state, resolution, checking, amount, refundedAmount }: ShownOrder): Stand {
  if (checking) return CHECKING
  if (state === 'FAILED') return FAILED
  if (state !== 'COMPLETED') return OPEN
  if (refundedAmount >= amount) return RETURNED
  if (resolution !== 'fulfil') return RETURNING
  return refundedAmount > 0 ? PARTLY : PACKING
}

/** The cart behind it is paid: nothing of it is to be bought again by accident. */
export function isBought({ state, resolution }: ShownOrder): boolean {
  return state === 'COMPLETED' && resolution === 'fulfil'
}
