import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { CspSource } from '@galla/http-server/csp'
import type { ClockSettings } from './clock.ts'
import { checkOptions } from './normalize-options.ts'
import { type Quirks, resolveQuirks } from './quirks.ts'
import { DEFAULT_TOKEN_LIFE_SEC } from './services/access-tokens.ts'

/** A fetch, for callbacks: hand in your app's own handler and no socket is needed. */
export type Deliver = (url: string, init: DeliverInit) => Promise<Response>

export interface DeliverInit {
  method: 'POST'
  headers: { [name: string]: string }
  body: string
  redirect: 'manual'
  signal: AbortSignal
}

export interface Credentials {
  clientId: string
  clientSecret: string
  /** Default: any version is taken. */
  clientVersion?: string | number
}

export interface RefundTiming {
  /** Milliseconds from the refund's start until it is accepted; default 1000. */
  acceptAfterMs?: number
  /** Milliseconds from the refund's start until it is done; default 3000. */
  completeAfterMs?: number
}

export interface SandboxOptions {
  /** Who may fetch a token; default: any id and secret that are not empty. */
  credentials?: Credentials | readonly Credentials[]
  /** Where callbacks go and how they are signed; nothing is sent without a `url`. */
  callbacks?: CallbackReceiver
  /** Replaces the network for callbacks; default `fetch`. */
  deliver?: Deliver
  /** The receiver must answer within so many milliseconds; default 5000. */
  receiverDeadlineMs?: number
  /** Same seed and same calls: same ids, same faults, same journal. Default `galla`. */
  seed?: string
  /** A fault profile by name, for example `festival-day`; default none. */
  profile?: string
  /** Conflicting answers of the provider: a profile's name or single choices. */
  quirks?: string | Partial<Quirks>
  /** Start of the sandbox's time, and whether it stands still. */
  clock?: ClockSettings
  /** A file that keeps orders, refunds and callbacks between runs; default: memory only. */
  state?: string
  /** Origin under which payers reach the hosted page; default `http://sandbox.localhost`. */
  origin?: string
  /** With it, card and token payments are taken on this origin only. */
  cardOrigin?: string
  /** Seconds that an access token lives; default 3600. */
  tokenLifeSec?: number
  /** How refunds go on by themselves; `false`: they wait to be settled. */
  refundAutoSettle?: RefundTiming | false
  /** Shown on the hosted page; default `Galla Test Stall`. */
  merchantName?: string
  merchantId?: string
  /** Collect requests are offered on the hosted page; default true. */
  collectAllowed?: boolean
  /**
   * Origins of shops that may show the hosted page in a frame, such as `https://shop.test:3000`; a port may be `*`. Default: any
   * port of localhost and 127.0.0.1. An empty list: nobody.
   */
  frameAncestors?: readonly string[]
  /** How many journal entries are kept; default 10000. */
  journalLimit?: number
  /** Waits for faults that take time on the line, in real milliseconds; default: timers. */
  sleep?: (ms: number) => Promise<void>
}

export interface Settings {
  readonly credentials: readonly Credentials[]
  readonly seed: string
  readonly quirks: Quirks
  readonly tokenLifeSec: number
  readonly refundTiming: Required<RefundTiming> | undefined
  readonly merchantName: string
  readonly merchantId: string
  readonly collectAllowed: boolean
  readonly receiverDeadlineMs: number
  readonly frameAncestors: readonly CspSource[]
}

/** In iframe mode the shop shows the page, and shops in development live on loopback. */
const LOOPBACK_SHOPS: readonly CspSource[] = ["'self'", 'http://localhost:*', 'http://127.0.0.1:*']

/** @throws TypeError naming the option that cannot be, and what it takes. */
export function resolveSettings(options: SandboxOptions): Settings {
  checkOptions(options)
  const given = options.credentials ?? []
  return {
    credentials: Array.isArray(given) ? given : [given as Credentials],
    seed: options.seed ?? 'galla',
    quirks: resolveQuirks(options.quirks),
    tokenLifeSec: options.tokenLifeSec ?? DEFAULT_TOKEN_LIFE_SEC,
    refundTiming:
      options.refundAutoSettle === false
        ? undefined
        : { acceptAfterMs: 1000, completeAfterMs: 3000, ...options.refundAutoSettle },
    merchantName: options.merchantName ?? 'Galla Test Stall',
    merchantId: options.merchantId ?? 'TEST-M2GALLA',
    collectAllowed: options.collectAllowed ?? true,
    receiverDeadlineMs: options.receiverDeadlineMs ?? 5000,
    // checkOptions has looked at every one of them.
    frameAncestors: (options.frameAncestors as readonly CspSource[] | undefined) ?? LOOPBACK_SHOPS,
  }
}
