import type { Appearance } from '@galla/contract/appearance/appearance'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import { didYouMean } from './domain/nearest.ts'
import type {
  ClockSettings,
  Credentials,
  RefundTiming,
  SandboxOptions,
  ServeOptions,
  SettlementTiming,
} from './options.ts'

/** A property for every name of a type: one that is missing here, or only here, is a type error. */
type Names<T> = { readonly [Name in keyof T]-?: true }

const OPTIONS: Names<SandboxOptions> = {
  credentials: true,
  callbacks: true,
  deliver: true,
  receiverDeadlineMs: true,
  seed: true,
  profile: true,
  quirks: true,
  clock: true,
  state: true,
  origin: true,
  cardOrigin: true,
  tokenLifeSec: true,
  refundTiming: true,
  settlements: true,
  appearance: true,
  merchantId: true,
  collectAllowed: true,
  frameAncestors: true,
  journalLimit: true,
  sleep: true,
}
const SERVE_ONLY: Names<Omit<ServeOptions, keyof SandboxOptions>> = {
  port: true,
  fallbackToFreePort: true,
  cardPort: true,
  host: true,
  allowedHosts: true,
}
const CALLBACKS: Names<CallbackReceiver> = {
  url: true,
  mode: true,
  username: true,
  password: true,
  secretKey: true,
  keyId: true,
}
const APPEARANCE: Names<Appearance> = {
  merchantName: true,
  logo: true,
  accentColor: true,
  radius: true,
  colorScheme: true,
}
const CLOCK: Names<ClockSettings> = { startMs: true, frozen: true, wall: true }
const TIMING: Names<RefundTiming> = { acceptAfterMs: true, completeAfterMs: true }
const SETTLEMENTS: Names<SettlementTiming> = {
  afterBankDays: true,
  cutOffHour: true,
  hour: true,
  processAfterMs: true,
  holidays: true,
  feeBasisPoints: true,
  taxPercent: true,
}
const CREDENTIALS: Names<Credentials> = { clientId: true, clientSecret: true, clientVersion: true }

/**
 * A misspelt option would be an option without effect.
 * @throws TypeError with the unknown name and the nearest known one
 */
export function checkNames(options: SandboxOptions): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(SERVE_ONLY, name))
      throw new TypeError(`${name} is an option of serveSandbox: createSandbox opens no port`)
  }
  checkGroup('', options, OPTIONS)
  checkGroup('callbacks.', options.callbacks, CALLBACKS)
  checkGroup('appearance.', options.appearance, APPEARANCE)
  checkGroup('clock.', options.clock, CLOCK)
  checkGroup('refundTiming.', options.refundTiming, TIMING)
  checkGroup('settlements.', options.settlements, SETTLEMENTS)
  for (const one of [options.credentials ?? []].flat()) checkGroup('credentials.', one, CREDENTIALS)
}

/** @throws TypeError with the unknown field of a callback receiver */
export function checkReceiverNames(receiver: object): void {
  checkGroup('', receiver, CALLBACKS, 'field')
}

function checkGroup(at: string, given: unknown, known: object, kind = 'option'): void {
  if (typeof given !== 'object' || given === null) return
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue
    throw new TypeError(`${at}${name} is not a known ${kind}${didYouMean(name, Object.keys(known))}`)
  }
}
