import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'
import { defined } from '../../domain/defined.ts'
import type { Fingerprint } from '../../domain/orders/fingerprint.ts'
import { endOfCancelled } from '../../domain/subscriptions/cancellation.ts'
import type { SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import { withoutNulls } from '../orders/orders.ts'
import { decrypted, type WithKeys } from '../privacy/encrypted-columns.ts'

/** A subscription as it is stored. */
export interface SubscriptionRow {
  readonly record: SubscriptionRecord
  readonly planId: string
  /** The mandate that is debited. */
  readonly merchantSubscriptionId: string
  readonly payer?: SubscriptionPayer
  readonly startFingerprint: Fingerprint
  readonly createdAtMs: number
  readonly nextActionAtMs?: number
  /** Steps in a row that the provider did not answer. */
  readonly unanswered: number
  readonly version: number
}

type Flat = Omit<SubscriptionRecord, 'pause' | 'cancel'> &
  Omit<SubscriptionRow, 'record'> & {
    readonly pausedAtMs?: number
    readonly pausedBy?: 'merchant' | 'payer'
    readonly pauseUntilMs?: number
    readonly cancelAt?: 'now' | 'cycle-end'
    readonly cancelSinceMs?: number
  }

export const SUBSCRIPTION_COLUMNS = `"subscriptionId", "planId", "state", "haltedFor", "amount", "frequency", "startsOn", "cycles",
  "pausedAtMs", "pausedBy", "pauseUntilMs", "cancelAt", "cancelSinceMs", "merchantSubscriptionId", "payer", "startFingerprint", "createdAtMs", "nextActionAtMs",
  "unanswered", "version"`

export function toSubscriptionRow(on: WithKeys, found: object): SubscriptionRow {
  const row = decrypted(on, 'plan_subscriptions', withoutNulls<Flat>(found))
  const { subscriptionId, state, haltedFor, amount, frequency, startsOn, cycles } = row
  const { pausedAtMs, pausedBy, pauseUntilMs, cancelAt, cancelSinceMs } = row
  const { planId, merchantSubscriptionId, payer, startFingerprint, createdAtMs, nextActionAtMs, unanswered, version } =
    row
  const record = {
    subscriptionId,
    state,
    amount,
    frequency,
    startsOn,
    ...defined({ haltedFor, cycles }),
    ...(pausedAtMs === undefined || pausedBy === undefined
      ? {}
      : { pause: { by: pausedBy, sinceMs: pausedAtMs, ...defined({ untilMs: pauseUntilMs }) } }),
    ...(cancelAt === undefined || cancelSinceMs === undefined
      ? {}
      : { cancel: { at: cancelAt, sinceMs: cancelSinceMs } }),
  }
  return {
    record,
    planId,
    merchantSubscriptionId,
    startFingerprint,
    createdAtMs,
    unanswered,
    version,
    ...defined({ payer, nextActionAtMs }),
  }
}

/** The columns of a subscription that its steps change. */
export const changedColumns = ({ state, haltedFor, amount, startsOn, pause, cancel }: SubscriptionRecord) => ({
  state,
  haltedFor,
  amount,
  startsOn,
  pausedAtMs: pause?.sinceMs,
  pausedBy: pause?.by,
  pauseUntilMs: pause?.untilMs,
  cancelAt: cancel?.at,
  cancelSinceMs: cancel?.sinceMs,
})

/** The parts of a subscription that its view has beside its own row. */
export type ViewParts = Pick<Subscription, 'mandate' | 'carried'> & { readonly cycle?: Subscription['cycle'] }

/** The public view. */
export function viewSubscription(
  { record, planId, createdAtMs, nextActionAtMs }: SubscriptionRow,
  { mandate, carried, cycle }: ViewParts,
): Subscription {
  const cancel = record.cancel && viewCancellation(record, record.cancel)
  return {
    ...record,
    planId,
    carried,
    mandate,
    createdAtMs,
    ...defined({ cancel, cycle, nextActionAtMs }),
  } as Subscription
}

const viewCancellation = (
  record: SubscriptionRecord,
  cancel: NonNullable<SubscriptionRecord['cancel']>,
): Subscription['cancel'] =>
  cancel.at === 'now' ? cancel : { ...cancel, endsAtMs: endOfCancelled(record, cancel.sinceMs) }
