/** The last moment that a date can name. Epoch milliseconds. */
export const MAX_DATE_MS = 8.64e15

/** True for a time in whole epoch milliseconds that a date can name: every time that a caller passes is written as a date somewhere. */
export const isMoment = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) <= MAX_DATE_MS
