import type { Paise } from '@galla/contract/money'
import type { WirePaymentDetail } from '@galla/contract/provider/responses'
import type {
  SubscriptionOrderResponse,
  SubscriptionStatusResponse,
  WireRedemptionFlow,
  WireSetupFlow,
} from '@galla/contract/provider/subscriptions'
import { defined } from '../domain/defined.ts'
import type { Mandate, MandateDetails } from '../domain/mandate.ts'
import { type DebitTry, type Redemption, validAfterMs } from '../domain/redemption.ts'
import type { Quirks } from '../quirks.ts'

/** A mandate as status responses and callbacks report it (autopay §2.5). */
export function mandateResponse(mandate: Mandate): SubscriptionStatusResponse {
  return {
    merchantSubscriptionId: mandate.merchantSubscriptionId,
    subscriptionId: mandate.subscriptionId,
    state: mandate.state,
    ...termsOf(mandate),
    currency: 'INR',
    expireAt: mandate.expiresAtMs,
    pauseStartDate: mandate.pauseStartMs ?? null,
    pauseEndDate: mandate.pauseEndMs ?? null,
    productType: null,
    authInstrumentType: null,
  }
}

/** `paymentFlow` of a setup order. */
export function setupFlow(details: MandateDetails): WireSetupFlow {
  return {
    type: details.family === 'custom' ? 'SUBSCRIPTION_SETUP' : 'SUBSCRIPTION_CHECKOUT_SETUP',
    merchantSubscriptionId: details.merchantSubscriptionId,
    subscriptionId: details.subscriptionId,
    ...termsOf(details),
    expireAt: details.expiresAtMs,
  }
}

const termsOf = ({ authWorkflowType, amountType, maxAmount, frequency }: MandateDetails) => ({
  authWorkflowType,
  amountType,
  maxAmount,
  frequency,
})

/** A redemption order as status responses and callbacks report it (autopay §2.4). */
export function redemptionResponse(
  redemption: Redemption,
  { tries, merchantId, quirks }: { tries: readonly DebitTry[]; merchantId: string; quirks: Quirks },
): SubscriptionOrderResponse {
  return {
    merchantId,
    merchantOrderId: redemption.merchantOrderId,
    orderId: redemption.orderId,
    state: redemption.state,
    currency: 'INR',
    amount: redemption.amount,
    payableAmount: redemption.amount,
    feeAmount: 0 as Paise,
    expireAt: redemption.expiresAtMs,
    ...defined({ metaInfo: redemption.metaInfo }),
    ...redemption.failure,
    paymentFlow: redemptionFlow(redemption, quirks),
    paymentDetails: tries.map((one) => tryDetail(redemption, one)),
  }
}

function redemptionFlow(redemption: Redemption, quirks: Quirks): WireRedemptionFlow {
  const hosted = redemption.family === 'standard' && quirks.hostedRedemptionFlow === 'checkout'
  const after = validAfterMs(redemption)
  const asSent = (ms: number): number | string => (quirks.redemptionTimes === 'text' ? String(ms) : ms)
  return {
    type: hosted ? 'SUBSCRIPTION_CHECKOUT_REDEMPTION' : 'SUBSCRIPTION_REDEMPTION',
    merchantSubscriptionId: redemption.merchantSubscriptionId,
    redemptionRetryStrategy: redemption.retryStrategy,
    autoDebit: redemption.autoDebit,
    ...(redemption.notifiedAtMs === undefined || after === undefined
      ? {}
      : {
          notifiedAt: asSent(redemption.notifiedAtMs),
          validAfter: asSent(after),
          validUpto: asSent(redemption.expiresAtMs),
        }),
  }
}

function tryDetail({ amount }: Redemption, one: DebitTry): WirePaymentDetail {
  const [split] = one.splits ?? []
  return {
    transactionId: one.transactionId,
    paymentMode: 'UPI_AUTO_PAY',
    timestamp: one.startedAtMs,
    amount,
    payableAmount: amount,
    feeAmount: 0 as Paise,
    state: one.state,
    ...one.failure,
    ...(split ? defined({ rail: split.rail, instrument: split.instrument }) : {}),
    ...(one.splits ? { splitInstruments: [...one.splits] } : {}),
  }
}
