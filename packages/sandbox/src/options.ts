import type { Appearance } from '@galla/contract/appearance/appearance'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import type { Quirks } from './quirks.ts'

/** Options of `createSandbox`. An invalid option is refused with a TypeError that names it. */
export interface SandboxOptions {
  /**
   * The clients that get an access token.
   * @default any id, secret and version that are not empty
   */
  credentials?: Credentials | readonly Credentials[]
  /**
   * Where callbacks are sent and how they are signed. Nothing is sent without a `url`.
   * @default no receiver
   */
  callbacks?: CallbackReceiver
  /**
   * Sends callbacks instead of the network, for example straight to the request handler of your app.
   * @default fetch
   */
  deliver?: Deliver
  /**
   * Time in which the callback receiver must answer, in real milliseconds.
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
   * Name of a fault profile that is active from the start, such as `festival-day`. `reset()` activates it again.
   * @default no faults
   */
  profile?: string
  /**
   * Answers of the provider on which its own sources disagree: the name of a quirk profile, or single quirks.
   * @default 'default'
   */
  quirks?: string | Partial<Quirks>
  /**
   * Start of the sandbox's time, and whether it is frozen.
   * @default the system clock
   */
  clock?: ClockSettings
  /**
   * Path of a file that keeps orders, refunds and callbacks between runs. It is created when it is missing.
   * @default memory only
   */
  state?: string
  /**
   * Origin of the hosted page's URLs, as browsers open them.
   * @default with `serveSandbox` its address, and `http://localhost:PORT` where `host` is not loopback. With `createSandbox`
   * 'http://sandbox.localhost', where nothing listens: such a URL ends in `#opens-with-serveSandbox-only`
   */
  origin?: string
  /**
   * The only origin that accepts card and token payments, as on the live hosts.
   * @default every origin accepts them
   */
  cardOrigin?: string
  /**
   * Lifetime of an access token in seconds.
   * @default 3600
   */
  tokenLifeSec?: number
  /**
   * When refunds move forward without a call. With `false` they stay queued until `simulateRefund`.
   * @default { acceptAfterMs: 1000, completeAfterMs: 3000 }
   */
  refundTiming?: RefundTiming | false
  /**
   * When payments are paid out to the merchant's bank: `true`, or the times of it. With `false`, settlements are made by `settle()` only.
   * @default false
   */
  settlements?: SettlementTiming | boolean
  /**
   * Look of the hosted page: `merchantName`, which UPI links carry too, `logo`, `accentColor`, `radius` and `colorScheme`.
   * The page `/appearance` shows a change at once and writes this option.
   * @default 'Galla Test Shop' in the page's own colours
   */
  appearance?: Appearance
  /**
   * `merchantId` in responses and callbacks.
   * @default 'TEST-M2GALLA'
   */
  merchantId?: string
  /**
   * True when the hosted page offers UPI collect requests. NPCI closed them to most merchants on 28 February 2026. Exempt are payers on
   * iOS, the merchant categories 6012 and 6211, mandates, eRupi, and cross-border payment aggregators (PACB).
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
   * Waits for the faults that delay an answer, instead of the sandbox's clock, which a delayed answer follows otherwise: on a
   * frozen clock it comes when the time is advanced that far.
   * @default waits on the sandbox's clock
   */
  sleep?: (ms: number) => Promise<void>
}

/** Options of `serveSandbox`. The server sets `cardOrigin` itself. */
export interface ServeOptions extends Omit<SandboxOptions, 'cardOrigin'> {
  /**
   * Port to listen on; 0 for any free port.
   * @default 0
   */
  port?: number
  /**
   * Address to listen on: '0.0.0.0' in a container. Another one than loopback needs `allowedHosts`. Callers need no password: publish the port on
   * loopback only.
   * @default '127.0.0.1'
   */
  host?: string
  /**
   * Host names by which the sandbox may be called besides loopback ones and that of `origin`: `['sandbox']`. Another `Host` is refused, so that no
   * page in a browser reaches the sandbox by a name of its own.
   * @default []
   */
  allowedHosts?: readonly string[]
  /**
   * Use any free port when `port` is taken.
   * @default false
   */
  fallbackToFreePort?: boolean
  /**
   * A second port that is the only one to accept card and token payments, as on the live hosts; 0 for any free port.
   * @default `port` accepts them
   */
  cardPort?: number
}

/** A client of the provider. */
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

/** When refunds move forward without a call. */
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

/** When and how payments are paid out to the merchant's bank: one settlement a bank day. Times are in India. */
export interface SettlementTiming {
  /**
   * Bank days from a payment to its settlement.
   * @default 1
   */
  afterBankDays?: number
  /**
   * Hour of the day from which a payment counts on the next day, 1 to 24.
   * @default 24
   */
  cutOffHour?: number
  /**
   * Hour of the bank day at which the settlement is made, 0 to 23.
   * @default 10
   */
  hour?: number
  /**
   * Milliseconds until the bank has it.
   * @default 7200000
   */
  processAfterMs?: number
  /**
   * Bank holidays, `YYYY-MM-DD`, besides Sundays and every second and fourth Saturday.
   * @default []
   */
  holidays?: readonly string[]
  /**
   * Fee of a payment in hundredths of a percent.
   * @default 200
   */
  feeBasisPoints?: number
  /**
   * Tax on the fee in percent.
   * @default 18
   */
  taxPercent?: number
}

/** The sandbox's clock. */
export interface ClockSettings {
  /**
   * Start of the sandbox's time, in epoch milliseconds.
   * @default the current time
   */
  startMs?: number
  /**
   * True when the time is frozen: the time changes only when it is set or advanced.
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
  /** Epoch milliseconds. */
  now(): number
  /** Calls `run` once after `delayMs` milliseconds, and returns what `clearTimer` takes. */
  setTimer(run: () => void, delayMs: number): unknown
  /** Cancels a timer that `setTimer` returned. */
  clearTimer(timer: never): void
}

/** Sends one callback. It has the signature of `fetch`, reduced to what callbacks need. */
export type Deliver = (url: string, init: DeliverInit) => Promise<Response>

/** The request of one callback. */
export interface DeliverInit {
  /** Callbacks are always POST requests. */
  method: 'POST'
  /** `content-type` and the signature headers. */
  headers: { [name: string]: string }
  /** The exact bytes that the signature covers. */
  body: string
  /** Redirects are not followed: a 3xx answer counts as a failed delivery. */
  redirect: 'manual'
  /** Aborts after `receiverDeadlineMs`. */
  signal: AbortSignal
}
