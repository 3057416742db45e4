import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { WireSplit } from '@galla/contract/provider/responses'
import type { AttemptState } from '@galla/contract/provider/states'
import { NOTICE_MS, type RedemptionState, type RetryStrategy } from '@galla/contract/provider/subscriptions'
import type { MandateFamily } from './mandate.ts'
import type { Failure } from './outcome.ts'

/** Tries of one debit: the first and three repeats (autopay §5.4). */
export const MAX_DEBIT_TRIES = 4
/** Least time from the end of one try to the next. Milliseconds. */
export const RETRY_GAP_MS = 5_400_000
/** Life of a redemption order without `expireAt` (autopay §9). Milliseconds. */
export const REDEMPTION_LIFE_MS = 3 * 86_400_000

/** One try of a debit. */
export interface DebitTry {
  readonly transactionId: string
  readonly state: AttemptState
  readonly startedAtMs: number
  readonly endedAtMs?: number
  readonly failure?: Failure
  readonly splits?: readonly WireSplit[]
}

/** The step that the provider takes next by itself. */
export interface NextStep {
  readonly atMs: number
  readonly step: 'NOTIFY' | 'DEBIT' | 'ANSWER'
}

/** One redemption order: a notification, then a debit of up to four tries. Immutable. */
export interface Redemption {
  readonly merchantOrderId: string
  /** The provider's id, `OMO…`. */
  readonly orderId: string
  readonly merchantSubscriptionId: string
  readonly family: MandateFamily
  readonly amount: Paise
  readonly state: RedemptionState
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly retryStrategy: RetryStrategy
  readonly autoDebit: boolean
  /** Oldest first. */
  readonly tries: readonly DebitTry[]
  readonly notifiedAtMs?: number
  /** The payer paused and resumed the mandate, or refused this debit: the notification no longer counts. */
  readonly void?: true
  readonly failure?: Failure
  readonly completedAtMs?: number
  readonly metaInfo?: MetaInfo
  readonly next?: NextStep
}

export type RedemptionCommand =
  | { readonly type: 'NOTIFIED' }
  | { readonly type: 'NOT_NOTIFIED'; readonly failure: Failure }
  /** `answerAtMs`: when the bank answers; absent while it does not. */
  | { readonly type: 'START'; readonly transactionId: string; readonly answerAtMs?: number }
  | { readonly type: 'SUCCEED'; readonly splits: readonly WireSplit[] }
  /** `retryAtMs`: when the provider tries again; absent when it does not. */
  | { readonly type: 'FAIL'; readonly failure: Failure; readonly retryAtMs?: number }
  | { readonly type: 'VOID' }
  | { readonly type: 'EXPIRE'; readonly failure: Failure }

export type RedemptionEventType =
  | 'notification.completed'
  | 'notification.failed'
  | 'redemption.order.completed'
  | 'redemption.order.failed'
  | 'redemption.transaction.completed'
  | 'redemption.transaction.failed'

export type RedemptionRefusal =
  | 'FINAL'
  | 'NOT_NOTIFIED'
  | 'TOO_EARLY'
  | 'EXPIRED'
  | 'VOID'
  | 'TRY_IS_OPEN'
  | 'TRIES_USED_UP'
  | 'RETRY_TOO_EARLY'
  | 'PROVIDER_RETRIES'
  | 'NO_OPEN_TRY'
  | 'NOT_DUE'

export interface RedemptionChange {
  readonly redemption: Redemption
  readonly events: readonly RedemptionEventType[]
  /** Why the command changed nothing. */
  readonly refused?: RedemptionRefusal
}

export function isFinal({ state }: Redemption): boolean {
  return state === 'COMPLETED' || state === 'FAILED'
}

/** Earliest debit; undefined until the payer is notified. */
export function validAfterMs({ notifiedAtMs }: Redemption): number | undefined {
  return notifiedAtMs === undefined ? undefined : notifiedAtMs + NOTICE_MS
}

export function openTry({ tries }: Redemption): DebitTry | undefined {
  const last = tries.at(-1)
  return last?.state === 'PENDING' ? last : undefined
}

/** Applies one command to a redemption order (autopay §3.3). COMPLETED and FAILED stay. */
export function applyRedemptionCommand(
  redemption: Redemption,
  command: RedemptionCommand,
  nowMs: number,
): RedemptionChange {
  if (isFinal(redemption)) return refuse(redemption, 'FINAL')
  const { next: _next, ...rest } = redemption
  switch (command.type) {
    case 'NOTIFIED':
      if (redemption.state !== 'NOTIFICATION_IN_PROGRESS') return refuse(redemption, 'NOT_DUE')
      return { redemption: { ...rest, state: 'NOTIFIED', notifiedAtMs: nowMs }, events: ['notification.completed'] }
    case 'NOT_NOTIFIED':
      if (redemption.state !== 'NOTIFICATION_IN_PROGRESS') return refuse(redemption, 'NOT_DUE')
      return {
        redemption: { ...rest, state: 'FAILED', failure: command.failure },
        events: ['notification.failed'],
      }
    case 'START':
      return start(redemption, command.transactionId, command.answerAtMs, nowMs)
    case 'SUCCEED': {
      const open = openTry(redemption)
      if (!open) return refuse(redemption, 'NO_OPEN_TRY')
      const done: DebitTry = { ...open, state: 'COMPLETED', endedAtMs: nowMs, splits: command.splits }
      return {
        redemption: { ...rest, state: 'COMPLETED', completedAtMs: nowMs, tries: replaceLast(redemption, done) },
        events: ['redemption.transaction.completed', 'redemption.order.completed'],
      }
    }
    case 'FAIL':
      return fail(redemption, command.failure, command.retryAtMs, nowMs)
    case 'VOID':
      // The notification under way and the bank's answer to an open try still come.
      return {
        redemption: { ...(redemption.next?.step === 'DEBIT' ? rest : redemption), void: true },
        events: [],
      }
    case 'EXPIRE': {
      if (nowMs < redemption.expiresAtMs) return refuse(redemption, 'NOT_DUE')
      const open = openTry(redemption)
      const failed: DebitTry | undefined = open && {
        ...open,
        state: 'FAILED',
        endedAtMs: nowMs,
        failure: command.failure,
      }
      return {
        redemption: {
          ...rest,
          state: 'FAILED',
          failure: redemption.tries.at(-1)?.failure ?? command.failure,
          tries: failed ? replaceLast(redemption, failed) : redemption.tries,
        },
        events: [...(failed ? (['redemption.transaction.failed'] as const) : []), 'redemption.order.failed'],
      }
    }
  }
}

function start(
  redemption: Redemption,
  transactionId: string,
  answerAtMs: number | undefined,
  nowMs: number,
): RedemptionChange {
  const { next: _next, ...rest } = redemption
  const from = validAfterMs(redemption)
  const last = redemption.tries.at(-1)
  if (redemption.void) return refuse(redemption, 'VOID')
  if (from === undefined) return refuse(redemption, 'NOT_NOTIFIED')
  if (nowMs < from) return refuse(redemption, 'TOO_EARLY')
  if (nowMs >= redemption.expiresAtMs) return refuse(redemption, 'EXPIRED')
  if (last?.state === 'PENDING') return refuse(redemption, 'TRY_IS_OPEN')
  if (redemption.tries.length >= MAX_DEBIT_TRIES) return refuse(redemption, 'TRIES_USED_UP')
  if (last && nowMs < (last.endedAtMs ?? nowMs) + RETRY_GAP_MS) return refuse(redemption, 'RETRY_TOO_EARLY')
  const tried: DebitTry = { transactionId, state: 'PENDING', startedAtMs: nowMs }
  return {
    redemption: {
      ...rest,
      state: 'PENDING',
      tries: [...redemption.tries, tried],
      ...(answerAtMs === undefined ? {} : { next: { atMs: answerAtMs, step: 'ANSWER' } }),
    },
    events: [],
  }
}

/** The last of four tries fails the order; before it, the provider (STANDARD) or the merchant (CUSTOM) tries again. */
function fail(
  redemption: Redemption,
  failure: Failure,
  retryAtMs: number | undefined,
  nowMs: number,
): RedemptionChange {
  const open = openTry(redemption)
  if (!open) return refuse(redemption, 'NO_OPEN_TRY')
  const { next: _next, ...rest } = redemption
  const tries = replaceLast(redemption, { ...open, state: 'FAILED', endedAtMs: nowMs, failure })
  const isStandard = redemption.retryStrategy === 'STANDARD'
  const goesOn = tries.length < MAX_DEBIT_TRIES && (!isStandard || retryAtMs !== undefined)
  if (!goesOn) {
    return {
      redemption: { ...rest, state: 'FAILED', failure, tries },
      events: ['redemption.transaction.failed', 'redemption.order.failed'],
    }
  }
  if (!isStandard) return { redemption: { ...rest, tries }, events: ['redemption.transaction.failed'] }
  // The provider reports its own retries only at the end (autopay §4.4).
  return { redemption: { ...rest, tries, next: { atMs: retryAtMs ?? nowMs, step: 'DEBIT' } }, events: [] }
}

function replaceLast({ tries }: Redemption, last: DebitTry): readonly DebitTry[] {
  return [...tries.slice(0, -1), last]
}

function refuse(redemption: Redemption, refused: RedemptionRefusal): RedemptionChange {
  return { redemption, events: [], refused }
}
