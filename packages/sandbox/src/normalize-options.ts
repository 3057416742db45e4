import type { SandboxOptions } from './options.ts'

const MODES: readonly unknown[] = [undefined, 'classic', 'hmac', 'both']

/**
 * Settings come from people and from command lines: what cannot be is refused before anything starts.
 * @throws TypeError naming the option and what it takes.
 */
export function checkOptions(options: SandboxOptions): void {
  const { tokenLifeSec, receiverDeadlineMs, journalLimit, callbacks, clock, refundAutoSettle } = options
  checkWhole('tokenLifeSec', tokenLifeSec, 1, 'seconds')
  checkWhole('receiverDeadlineMs', receiverDeadlineMs, 1, 'milliseconds')
  checkWhole('journalLimit', journalLimit, 1, 'entries')
  checkWhole('clock.startMs', clock?.startMs, 0, 'epoch milliseconds')
  if (refundAutoSettle) {
    checkWhole('refundAutoSettle.acceptAfterMs', refundAutoSettle.acceptAfterMs, 0, 'milliseconds')
    checkWhole('refundAutoSettle.completeAfterMs', refundAutoSettle.completeAfterMs, 0, 'milliseconds')
  }
  checkOrigin('origin', options.origin)
  checkOrigin('cardOrigin', options.cardOrigin)
  for (const one of options.frameAncestors ?? []) checkFrameAncestor(one)
  const url = callbacks?.url
  if (url !== undefined && !/^https?:\/\/./i.test(url)) {
    throw new TypeError(
      `callbacks.url takes a whole address such as http://127.0.0.1:3000/callbacks; got ${JSON.stringify(url)}`,
    )
  }
  if (!MODES.includes(callbacks?.mode)) throw new TypeError('callbacks.mode is classic, hmac or both')
  for (const one of [options.credentials ?? []].flat()) {
    if (!one.clientId || !one.clientSecret) throw new TypeError('credentials need a clientId and a clientSecret')
  }
}

function checkWhole(name: string, value: number | undefined, least: number, unit: string): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return
  throw new TypeError(`${name} takes a whole number of ${unit}, ${least} or more; got ${value}`)
}

function checkOrigin(name: string, value: string | undefined): void {
  if (value === undefined || (URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''))) return
  throw new TypeError(`${name} takes an origin such as https://cards.example; got ${JSON.stringify(value)}`)
}

/** It is written into a header: nothing but an origin may stand there. */
function checkFrameAncestor(value: string): void {
  if (/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:(\d+|\*))?$/i.test(value)) return
  throw new TypeError(
    `frameAncestors takes origins such as https://shop.test:3000 or http://localhost:*; got ${JSON.stringify(value)}`,
  )
}
