import type { Appearance } from '@galla/contract/appearance/appearance'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { Quirks } from './quirks.ts'

/** Options of `createSandbox`. An invalid option causes a TypeError that names the option. */
export interface SandboxOptions {
  /**
   * The credentials that get an access token.
   * @default any id, secret and version that are not empty
   */
  credentials?: Credentials | readonly Credentials[]
  /**
   * URL and signature of the callbacks that the sandbox sends. Without a `url`, the sandbox sends no callbacks.
   * @default no receiver
   */
  callbacks?: CallbackReceiver
  /**
   * Replaces `fetch` for callbacks, for example to call the request handler of your app directly.
   * @default fetch
   */
  deliver?: Deliver
  /**
   * Time in which the callback receiver must answer, in milliseconds of the machine's clock.
   * @default 5000
   */
  receiverDeadlineMs?: number
  /**
   * Seed of ids, tokens and faults. The same seed and the same calls give the same ids, the same faults and, on a frozen clock,
   * the same journal.
   * @default 'galla'
   */
  seed?: string
  /**
   * Name of a fault profile that is active from the start, such as `festival-day`. `reset()` activates the profile again.
   * @default no faults
   */
  profile?: string
  /**
   * Behaviours on which the provider's own sources disagree: the name of a quirk profile, or single quirks.
   * @default 'default'
   */
  quirks?: string | Partial<Quirks>
  /**
   * Settings of the sandbox's clock, such as the start time.
   * @default the system clock
   */
  clock?: ClockSettings
  /**
   * Path of a file that keeps orders, refunds and callbacks between runs. The sandbox creates a missing file.
   * @default memory only
   */
  state?: string
  /**
   * Origin of the hosted page's URLs, as browsers open them.
   * @default with `serveSandbox` the server's address, or `http://localhost:PORT` if `host` is not a loopback address. With
   * `createSandbox` 'http://sandbox.localhost', where no server listens: such a URL ends in `#opens-with-serveSandbox-only`
   */
  origin?: string
  /**
   * The only origin that accepts card and token payments, as on the live hosts.
   * @default every origin accepts card and token payments
   */
  cardOrigin?: string
  /**
   * Lifetime of an access token in seconds.
   * @default 3600
   */
  tokenLifeSec?: number
  /**
   * Times after which refunds change state without a call. With `false`, refunds stay queued until `simulateRefund`.
   * @default { acceptAfterMs: 1000, completeAfterMs: 3000 }
   */
  refundTiming?: RefundTiming | false
  /**
   * True, or times and fees, to pay out payments to the merchant's bank on each bank day. With `false`, only `settle()` makes settlements.
   * @default false
   */
  settlements?: SettlementTiming | boolean
  /**
   * Look of the hosted page: `merchantName`, `logo`, `accentColor`, `radius` and `colorScheme`. UPI links carry `merchantName` too.
   * The sandbox's page `/appearance` previews values and shows the code of this option.
   * @default 'Galla Test Shop' in the page's own colours
   */
  appearance?: Appearance
  /**
   * The `merchantId` in responses and callbacks.
   * @default 'TEST-M2GALLA'
   */
  merchantId?: string
  /**
   * True when the hosted page offers UPI collect requests. NPCI ended collect requests for most merchants on 28 February 2026. Exempt are
   * payers on iOS, the merchant categories 6012 and 6211, mandates, eRupi, and cross-border payment aggregators (PACB).
   * @default false
   */
  collectAllowed?: boolean
  /**
   * Origins of shops that may show the hosted page in a frame, such as `https://shop.test:3000`. The port may be `*`. An empty
   * list forbids frames.
   * @default every port of localhost and 127.0.0.1
   */
  frameAncestors?: readonly string[]
  /**
   * Number of journal entries to keep.
   * @default 10000
   */
  journalLimit?: number
  /**
   * Replaces the sandbox's clock for faults with a delay. Resolve after `ms` milliseconds.
   * @default a delay ends when the sandbox's clock has moved that far; a frozen clock must be advanced
   */
  sleep?: (ms: number) => Promise<void>
}

/** Options of `serveSandbox`: those of `createSandbox` without `cardOrigin`, and the addresses of the server. */
export interface ServeOptions extends Omit<SandboxOptions, 'cardOrigin'> {
  /**
   * Port to listen on; 0 for any free port.
   * @default 0
   */
  port?: number
  /**
   * Address to listen on, such as '0.0.0.0' in a container. An address that is not loopback needs `allowedHosts`. The sandbox asks for no
   * password, so publish the port on loopback only.
   * @default '127.0.0.1'
   */
  host?: string
  /**
   * Host names under which callers may reach the sandbox, such as `['sandbox']`. Loopback names and the host of `origin` are always allowed.
   * The sandbox refuses any other `Host` header, so that a web page cannot reach the sandbox under the page's own host name.
   * @default []
   */
  allowedHosts?: readonly string[]
  /**
   * True to use any free port when `port` is taken.
   * @default false
   */
  fallbackToFreePort?: boolean
  /**
   * Second port; 0 for any free port. Only this port then accepts card and token payments, as on the live hosts.
   * @default `port` accepts card and token payments
   */
  cardPort?: number
}

/** Credentials with which a client gets an access token. */
export interface Credentials {
  /** `client_id` of the token request. */
  clientId: string
  /** `client_secret` of the token request. */
  clientSecret: string
  /**
   * `client_version` of the token request.
   * @default any version
   */
  clientVersion?: string | number
}

/** Times after which refunds change state without a call. */
export interface RefundTiming {
  /**
   * Milliseconds from the refund request until the refund is accepted (`CONFIRMED`).
   * @default 1000
   */
  acceptAfterMs?: number
  /**
   * Milliseconds from the refund request until the refund is completed.
   * @default 3000
   */
  completeAfterMs?: number
}

/** Time and fees of the settlement that the sandbox makes on each bank day. Hours and days are Indian time (IST). */
export interface SettlementTiming {
  /**
   * Bank days from a payment to its settlement.
   * @default 1
   */
  afterBankDays?: number
  /**
   * Hour of the day, 1 to 24. A payment at or after this hour counts as a payment of the next day.
   * @default 24
   */
  cutOffHour?: number
  /**
   * Hour of the bank day at which the sandbox makes the settlement, 0 to 23.
   * @default 10
   */
  hour?: number
  /**
   * Milliseconds from the start of a transfer until the bank has processed the settlement.
   * @default 7200000
   */
  processAfterMs?: number
  /**
   * Bank holidays, `YYYY-MM-DD`. Sundays and the second and fourth Saturday of a month are never bank days.
   * @default []
   */
  holidays?: readonly string[]
  /**
   * Fee in hundredths of a percent of the payment.
   * @default 200
   */
  feeBasisPoints?: number
  /**
   * Tax on the fee, in percent of the fee.
   * @default 18
   */
  taxPercent?: number
}

/** Settings of the sandbox's clock. */
export interface ClockSettings {
  /**
   * Start of the sandbox's time, in epoch milliseconds.
   * @default the current time
   */
  startMs?: number
  /**
   * True to freeze the time. A frozen time changes only when you set or advance the clock.
   * @default false
   */
  frozen?: boolean
  /**
   * Source of time and timers.
   * @default the system clock, with timers that do not keep the process running
   */
  wall?: WallClock
}

/** A source of time and timers, for tests with fake time. */
export interface WallClock {
  /** The current time, in epoch milliseconds. */
  now(): number
  /** Calls `run` once after `delayMs` milliseconds. Returns the timer for `clearTimer`. */
  setTimer(run: () => void, delayMs: number): unknown
  /** Cancels a timer that `setTimer` returned. */
  clearTimer(timer: never): void
}

/** A function that sends one callback. `fetch` of the web platform has a compatible signature. */
export type Deliver = (url: string, init: DeliverInit) => Promise<Response>

/** The HTTP request of one callback. */
export interface DeliverInit {
  /** Callbacks are always POST requests. */
  method: 'POST'
  /** `content-type` and the signature headers. */
  headers: { [name: string]: string }
  /** The exact bytes that the signature covers. */
  body: string
  /** Redirects are not followed: a 3xx answer counts as a failed delivery. */
  redirect: 'manual'
  /** Signal that aborts after `receiverDeadlineMs`. */
  signal: AbortSignal
}
