import { maskText, maskVpa } from './books/mask.ts'
import type { StatusFacts } from './books/observation.ts'
import type { AttemptFacts } from './books/order.ts'
import type { RefundFacts } from './books/reduce-refund.ts'
import type { AttemptTold, MeansTold, OrderTold, RefundTold } from './provider-port.ts'

/** The provider's words as the books keep them: nothing of the payer but what is masked. */
export function statusFacts(told: OrderTold): StatusFacts {
  const { merchantOrderId, orderId, state, wireState, amount, currency, expireAt } = told
  const { errorCode, detailedErrorCode, paymentDetails } = told
  const attempts = paymentDetails.flatMap((detail) =>
    typeof detail === 'object' && detail ? attemptFacts(detail) : [],
  )
  return {
    ...known({ merchantOrderId, orderId, amount, currency, expireAt, wireState, errorCode, detailedErrorCode }),
    state,
    attempts,
  }
}

/** A failed attempt's callback may say little more than that there was one. Without its id there is nothing to keep. */
function attemptFacts(told: AttemptTold): AttemptFacts[] {
  const { transactionId, state, amount, paymentMode, timestamp, errorCode, detailedErrorCode } = told
  if (typeof transactionId !== 'string') return []
  const means = meansOf(told)
  return [
    { ...known({ timestamp, errorCode, detailedErrorCode }), ...means, transactionId, state, amount, paymentMode },
  ]
}

export function refundFacts(told: RefundTold): RefundFacts {
  const { state, amount, refundId, originalMerchantOrderId, errorCode, detailedErrorCode } = told
  const { utr } = meansOf(told)
  return { ...known({ amount, refundId, originalMerchantOrderId, errorCode, detailedErrorCode, utr }), state }
}

function meansOf(told: MeansTold & { splitInstruments?: readonly MeansTold[] }) {
  const places = [told, ...(told.splitInstruments ?? [])]
  const rail = places.find((place) => place.rail?.type)?.rail
  const utr = places.map((place) => place.rail?.utr).find((one) => typeof one === 'string')
  const vpa = places.map((place) => place.rail?.vpa).find((one) => typeof one === 'string')
  return known({
    instrument: places.find((place) => place.instrument?.type)?.instrument?.type,
    rail: rail?.type,
    utr: utr as string | undefined,
    payerVpa: typeof vpa === 'string' ? (vpa.includes('@') ? maskVpa(vpa) : maskText(vpa)) : undefined,
  })
}

type Known<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }

function known<Shape extends object>(shape: Shape): Known<Shape> {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== undefined && value !== null),
  ) as Known<Shape>
}
