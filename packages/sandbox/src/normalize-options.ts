import { checkAppearance } from '@galla/contract/appearance/appearance'
import type { CspSource } from '@galla/http-server/csp'
import { staysHere } from '@galla/http-server/loopback'
import { defined } from './domain/defined.ts'
import type { FeeRates } from './domain/settlement.ts'
import { checkNames } from './option-names.ts'
import type { Credentials, RefundTiming, SandboxOptions, SettlementTiming } from './options.ts'
import { type Quirks, resolveQuirks } from './quirks.ts'
import { DEFAULT_TOKEN_LIFE_SEC } from './services/access-tokens.ts'
import { type PageAppearance, pageAppearance } from './services/page-appearance.ts'

/** The options with all defaults applied, as far as they are plain values. */
export interface Settings {
  /** Empty: any credentials are accepted. */
  readonly credentials: readonly Credentials[]
  readonly seed: string
  readonly quirks: Quirks
  readonly tokenLifeSec: number
  /** Absent: refunds stay queued. */
  readonly refundTiming: Required<RefundTiming> | undefined
  /** `daily`: whether a settlement is made on each bank day. */
  readonly settlements: Omit<Required<SettlementTiming>, keyof FeeRates> & { readonly daily: boolean }
  readonly settlementFees: FeeRates
  readonly merchantName: string
  readonly appearance: PageAppearance
  readonly merchantId: string
  readonly collectAllowed: boolean
  readonly receiverDeadlineMs: number
  readonly frameAncestors: readonly CspSource[]
}

const DEFAULT_REFUND_TIMING = { acceptAfterMs: 1000, completeAfterMs: 3000 }
const DEFAULT_FEES: FeeRates = { feeBasisPoints: 200, taxPercent: 18 }
const DEFAULT_SETTLEMENTS = { afterBankDays: 1, cutOffHour: 24, hour: 10, processAfterMs: 7_200_000, holidays: [] }

/** In iframe mode the shop frames the hosted page, and a shop in development runs on loopback. */
const LOOPBACK_SHOPS: readonly CspSource[] = ["'self'", 'http://localhost:*', 'http://127.0.0.1:*']

/** @throws TypeError with the name of the invalid option and what it takes */
export function normalizeOptions(options: SandboxOptions): Settings {
  validateOptions(options)
  const credentials = options.credentials ?? []
  const { settlements = false } = options
  const { feeBasisPoints, taxPercent, ...timing } = typeof settlements === 'object' ? settlements : {}
  return {
    credentials: Array.isArray(credentials) ? credentials : [credentials as Credentials],
    seed: options.seed ?? 'galla',
    quirks: resolveQuirks(options.quirks),
    tokenLifeSec: options.tokenLifeSec ?? DEFAULT_TOKEN_LIFE_SEC,
    refundTiming: options.refundTiming === false ? undefined : { ...DEFAULT_REFUND_TIMING, ...options.refundTiming },
    settlements: { ...DEFAULT_SETTLEMENTS, ...defined(timing), daily: settlements !== false },
    settlementFees: { ...DEFAULT_FEES, ...defined({ feeBasisPoints, taxPercent }) },
    merchantName: options.appearance?.merchantName ?? 'Galla Test Shop',
    appearance: pageAppearance(options.appearance ?? {}),
    merchantId: options.merchantId ?? 'TEST-M2GALLA',
    collectAllowed: options.collectAllowed ?? false,
    receiverDeadlineMs: options.receiverDeadlineMs ?? 5000,
    // validateOptions has checked that each is a CSP source.
    frameAncestors: (options.frameAncestors as readonly CspSource[] | undefined) ?? LOOPBACK_SHOPS,
  }
}

const SIGNATURE_MODES: readonly unknown[] = [undefined, 'classic', 'hmac', 'both']

/**
 * Checks the values that the types do not, since options also come from command lines.
 * @throws TypeError with the name of the invalid option and what it takes
 */
export function validateOptions(options: SandboxOptions): void {
  checkNames(options)
  const { tokenLifeSec, receiverDeadlineMs, journalLimit, callbacks, clock, refundTiming } = options
  checkInteger('tokenLifeSec', tokenLifeSec, 1, 'seconds')
  checkInteger('receiverDeadlineMs', receiverDeadlineMs, 1, 'milliseconds')
  checkInteger('journalLimit', journalLimit, 1, 'entries')
  checkInteger('clock.startMs', clock?.startMs, 0, 'epoch milliseconds')
  if (refundTiming) {
    checkInteger('refundTiming.acceptAfterMs', refundTiming.acceptAfterMs, 0, 'milliseconds')
    checkInteger('refundTiming.completeAfterMs', refundTiming.completeAfterMs, 0, 'milliseconds')
  }
  checkSettlements(options.settlements)
  checkOrigin('origin', options.origin)
  checkOrigin('cardOrigin', options.cardOrigin)
  if (options.appearance !== undefined) checkAppearance(options.appearance)
  for (const one of options.frameAncestors ?? []) checkFrameAncestor(one)
  const url = callbacks?.url
  if (url !== undefined && !/^https?:\/\/./i.test(url)) {
    throw new TypeError(
      `callbacks.url must be a whole address such as http://127.0.0.1:3000/callbacks; got ${JSON.stringify(url)}`,
    )
  }
  if (!SIGNATURE_MODES.includes(callbacks?.mode)) throw new TypeError('callbacks.mode must be classic, hmac or both')
  for (const one of [options.credentials ?? []].flat()) {
    if (!one.clientId || !one.clientSecret) throw new TypeError('credentials must have a clientId and a clientSecret')
  }
}

/**
 * Checks where a server listens. Another address than loopback needs the names of its callers: a page in a browser could otherwise call the server
 * by any name that resolves to it.
 * @throws TypeError with the option and the line to use
 */
export function checkAddresses(host: string, allowedHosts: readonly string[]): void {
  const isName = (name: unknown) => typeof name === 'string' && /^(?:[a-z\d._-]+|\[[\da-f:]+\])$/i.test(name)
  const wrong = Array.isArray(allowedHosts) ? allowedHosts.filter((name) => !isName(name)) : [allowedHosts]
  if (wrong.length > 0)
    throw new TypeError(
      `allowedHosts (--allow-host) must be host names such as sandbox, without scheme and port; got ${JSON.stringify(wrong[0])}`,
    )
  if (typeof host !== 'string' || host === '')
    throw new TypeError(`host (--host) must be an address to listen on: 127.0.0.1 or 0.0.0.0`)
  if (!staysHere(host) && allowedHosts.length === 0)
    throw new TypeError(
      `host ${host} is reachable from other machines. Name the hosts by which they call the sandbox: allowedHosts: ['sandbox'] (--allow-host sandbox)`,
    )
}

function checkInteger(
  name: string,
  value: number | undefined,
  min: number,
  unit: string,
  max = Number.MAX_SAFE_INTEGER,
): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= min && value <= max)) return
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`
  throw new TypeError(`${name} must be a whole number of ${unit}, ${range}; got ${value}`)
}

function checkSettlements(settlements: SandboxOptions['settlements']): void {
  if (settlements === undefined || typeof settlements === 'boolean') return
  const { afterBankDays, cutOffHour, hour, processAfterMs, holidays = [], feeBasisPoints, taxPercent } = settlements
  checkInteger('settlements.afterBankDays', afterBankDays, 1, 'bank days')
  checkInteger('settlements.cutOffHour', cutOffHour, 1, 'hours', 24)
  checkInteger('settlements.hour', hour, 0, 'hours', 23)
  checkInteger('settlements.processAfterMs', processAfterMs, 0, 'milliseconds')
  checkInteger('settlements.feeBasisPoints', feeBasisPoints, 0, 'hundredths of a percent', 10_000)
  checkInteger('settlements.taxPercent', taxPercent, 0, 'percent', 100)
  const wrong = Array.isArray(holidays) ? holidays.find((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day)) : holidays
  if (wrong !== undefined)
    throw new TypeError(`settlements.holidays must be days such as 2026-01-26; got ${JSON.stringify(wrong)}`)
}

function checkOrigin(name: string, value: string | undefined): void {
  if (value === undefined || (URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''))) return
  throw new TypeError(`${name} must be an origin such as https://cards.example; got ${JSON.stringify(value)}`)
}

/** Strict, because the value becomes part of a Content-Security-Policy header. */
function checkFrameAncestor(value: string): void {
  if (/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:(\d+|\*))?$/i.test(value)) return
  throw new TypeError(
    `frameAncestors must be origins such as https://shop.test:3000 or http://localhost:*; got ${JSON.stringify(value)}`,
  )
}
