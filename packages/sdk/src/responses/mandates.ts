import type { Paise } from '@galla/contract/money'
import type { OrderEventName } from '@galla/contract/provider/callbacks'
import {
  type AmountType,
  type AuthWorkflowType,
  type Frequency,
  MANDATE_STATES,
  type MandateEventName,
  type MandateState,
  type NotificationEventName,
  REDEMPTION_STATES,
  type RedemptionAttemptEventName,
  type RedemptionEventName,
  type RedemptionState,
  type RetryStrategy,
  type SetupEventName,
} from '@galla/contract/provider/subscriptions'
import { type OrderFields, readOrderStatus } from './orders.ts'
import {
  normalizeAmounts,
  normalizeState,
  normalizeType,
  type UnknownVariant,
  type WithState,
} from './unknown-variants.ts'

/** The terms of a mandate. The provider may add values. */
export interface MandateTermsStatus {
  /** The way in which the payer authorised. */
  authWorkflowType?: AuthWorkflowType | (string & {})
  /** FIXED: each debit equals `maxAmount`. VARIABLE: each debit is at most `maxAmount`. */
  amountType?: AmountType | (string & {})
  /** Paise. */
  maxAmount?: Paise
  /** Length of a cycle. */
  frequency?: Frequency | (string & {})
  /** End of the mandate. Epoch milliseconds. */
  expireAt?: number
  /** The provider's id of the mandate, `OMS…`; not in every response. */
  subscriptionId?: string
}

/** A mandate at the provider. Notify and redeem only while the mandate is ACTIVE. */
export type MandateStatus = WithState<MandateState> &
  MandateTermsStatus & {
    /** Your id of the mandate. */
    merchantSubscriptionId: string
    /** `INR`; not in every response. */
    currency?: string
    /** Start of the pause that the payer asked for. Epoch milliseconds. An ended mandate may keep the date. */
    pauseStartDate?: number
    /** End of the pause. The mandate is then usable again. Epoch milliseconds. */
    pauseEndDate?: number
  }

/** The mandate that a setup order authorises. */
export interface SetupFlow extends MandateTermsStatus {
  /** A setup, on your own page or the hosted page. */
  type: 'SUBSCRIPTION_SETUP' | 'SUBSCRIPTION_CHECKOUT_SETUP'
  /** Your id of the mandate. */
  merchantSubscriptionId: string
}

/** The debit of a redemption order. */
export interface RedemptionFlow {
  /** A debit. Both values can occur for every mandate. */
  type: 'SUBSCRIPTION_REDEMPTION' | 'SUBSCRIPTION_CHECKOUT_REDEMPTION'
  /** Your id of the mandate. */
  merchantSubscriptionId: string
  /** The party that repeats a failed debit. */
  redemptionRetryStrategy?: RetryStrategy | (string & {}) | null
  /** True: the provider debits without a call of `redeem`. */
  autoDebit?: boolean | null
  /** When the payer was notified. Epoch milliseconds; missing before that. */
  notifiedAt?: number
  /** Earliest debit. Epoch milliseconds; missing before the payer is notified. */
  validAfter?: number
  /** Latest debit. Epoch milliseconds; missing before the payer is notified. */
  validUpto?: number
}

/**
 * A setup or redemption order at the provider. Branch on `paymentFlow.type`. A setup order is PENDING, COMPLETED or FAILED.
 * A period is paid only when its redemption order is COMPLETED.
 */
export type SubscriptionOrder = WithState<RedemptionState> &
  OrderFields & {
    /** The subject of the order. */
    paymentFlow: SetupFlow | RedemptionFlow | UnknownVariant
  }

/** An accepted redemption order. The payer is not notified yet. */
export type CreatedRedemption = WithState<RedemptionState> & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
}

/** A requested debit. Read the order for the outcome. */
export type StartedRedemption = WithState<RedemptionState> & {
  /** The provider's id of the attempt, `OM…`. */
  transactionId?: string
}

/** An AutoPay callback. `merchantSubscriptionId` is read from either place where the provider writes the id. */
export type SubscriptionEvent = {
  /** Your id of the mandate; empty when the callback has no id. */
  merchantSubscriptionId: string
} & (
  | {
      /** A setup order is final. COMPLETED: the payer authorised the mandate. */
      kind: 'setup'
      /** The provider's name of the event; `checkout.order.*` for the hosted page. */
      event: SetupEventName | Extract<OrderEventName, `checkout.${string}`>
      /** The order at the time of the event. */
      payload: SubscriptionOrder
    }
  | {
      /** The payer paused, resumed or revoked the mandate, or you cancelled it. */
      kind: 'mandate'
      /** The provider's name of the event. */
      event: MandateEventName
      /** The mandate at the time of the event. */
      payload: MandateStatus
    }
  | {
      /** The provider notified the payer of a debit, or failed to. */
      kind: 'notification'
      /** The provider's name of the event. */
      event: NotificationEventName
      /** The redemption order at the time of the event. */
      payload: SubscriptionOrder
    }
  | {
      /** A debit is final. */
      kind: 'redemption'
      /** The provider's name of the event. */
      event: RedemptionEventName
      /** The redemption order at the time of the event. */
      payload: SubscriptionOrder
    }
  | {
      /** One try of a debit is final. Read the order: even after a completed try, the order may be PENDING. */
      kind: 'redemption-attempt'
      /** The provider's name of the event. */
      event: RedemptionAttemptEventName
      /** The redemption order at the time of the event. */
      payload: SubscriptionOrder
    }
)

type Fields = { [field: string]: unknown }

/** Older names of the first state, and one alias of a failed order (autopay §9). */
const SAME_STATE: ReadonlyMap<unknown, string> = new Map([
  ['PENDING', 'ACTIVATION_IN_PROGRESS'],
  ['CREATED', 'ACTIVATION_IN_PROGRESS'],
])
const FLOW_TYPES = [
  'SUBSCRIPTION_SETUP',
  'SUBSCRIPTION_CHECKOUT_SETUP',
  'SUBSCRIPTION_REDEMPTION',
  'SUBSCRIPTION_CHECKOUT_REDEMPTION',
]
const TIMES = ['expireAt', 'pauseStartDate', 'pauseEndDate', 'notifiedAt', 'validAfter', 'validUpto', 'maxAmount']

/** Times and amounts as text become numbers; those that are null are removed. Changes the object. */
function normalizeNumbers(from: Fields): void {
  normalizeAmounts(from, TIMES)
  for (const name of TIMES) if (from[name] === null) delete from[name]
}

/** The parsed response itself: unknown fields survive, unknown states are marked. */
export function readMandateStatus(response: object): MandateStatus {
  const status = response as Fields
  status.state = SAME_STATE.get(status.state) ?? status.state
  normalizeState(status, MANDATE_STATES)
  normalizeNumbers(status)
  return response as MandateStatus
}

export function readSubscriptionOrder(response: object): SubscriptionOrder {
  const order = response as Fields
  readRedemptionState(order)
  normalizeNumbers(order)
  const flow = order.paymentFlow
  if (typeof flow !== 'object' || flow === null) order.paymentFlow = { type: 'UNKNOWN', wireType: '' }
  else {
    normalizeType(flow, FLOW_TYPES)
    normalizeNumbers(flow as Fields)
  }
  return readOrderStatus(response, REDEMPTION_STATES) as SubscriptionOrder
}

export function readRedemptionState<Reply>(response: object): Reply {
  const order = response as Fields
  if (order.state === 'EXPIRED') order.state = 'FAILED'
  normalizeState(order, REDEMPTION_STATES)
  return response as Reply
}

/** The typed event of an AutoPay callback, or undefined for one that this version does not know. */
export function readSubscriptionEvent(event: string, payload: object): SubscriptionEvent | undefined {
  const { paymentFlow, merchantSubscriptionId: atRoot } = payload as Fields
  const inFlow = (paymentFlow as Fields | null | undefined)?.merchantSubscriptionId
  const id = typeof inFlow === 'string' ? inFlow : atRoot
  const merchantSubscriptionId = typeof id === 'string' ? id : ''
  switch (event) {
    case 'checkout.order.completed':
    case 'checkout.order.failed':
    case 'subscription.setup.order.completed':
    case 'subscription.setup.order.failed':
      return { kind: 'setup', event, merchantSubscriptionId, payload: readSubscriptionOrder(payload) }
    case 'subscription.paused':
    case 'subscription.unpaused':
    case 'subscription.revoked':
    case 'subscription.cancelled':
      return { kind: 'mandate', event, merchantSubscriptionId, payload: readMandateStatus(payload) }
    case 'subscription.notification.completed':
    case 'subscription.notification.failed':
      return { kind: 'notification', event, merchantSubscriptionId, payload: readSubscriptionOrder(payload) }
    case 'subscription.redemption.order.completed':
    case 'subscription.redemption.order.failed':
      return { kind: 'redemption', event, merchantSubscriptionId, payload: readSubscriptionOrder(payload) }
    case 'subscription.redemption.transaction.completed':
    case 'subscription.redemption.transaction.failed':
      return { kind: 'redemption-attempt', event, merchantSubscriptionId, payload: readSubscriptionOrder(payload) }
    default:
      return undefined
  }
}
