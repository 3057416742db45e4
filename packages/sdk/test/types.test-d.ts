/** Checked by the compiler only: a marked line must not compile, and every other line must. */
import {
  type AbortSignalLike,
  type CallbackEvent,
  type CallOptions,
  type CustomPay,
  type FetchLike,
  type Galla,
  type GallaConfig,
  type GallaError,
  type Instrument,
  inr,
  isGallaError,
  type LinkStatus,
  type MandateStatus,
  type OrderStatus,
  type Paise,
  type PaymentDetail,
  type paise,
  type Rail,
  type RefundStatus,
  type Settlement,
  type SubscriptionOrder,
} from '../src/index.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assertType = <_Claim extends true>(): void => undefined
const order = { merchantOrderId: 'order-1', amount: inr('499.00') }
const redirectUrl = 'https://shop.example/thanks'

export function paymentModesAreDiscriminated(): CustomPay[] {
  const expiry = { month: '06', year: '2030' }
  const cardDetails = { encryptedCardNumber: 'a', encryptedCvv: 'b', encryptionKeyId: 7, expiry }
  return [
    { ...order, paymentMode: { type: 'UPI_QR' } },
    { ...order, paymentMode: { type: 'PPE_INTENT' }, redirectUrl },
    { ...order, paymentMode: { type: 'UPI_INTENT', targetApp: 'PHONEPE' }, deviceContext: { deviceOS: 'IOS' } },
    {
      ...order,
      paymentMode: {
        type: 'UPI_COLLECT',
        details: { type: 'VPA', vpa: 'a@b' },
        deviceOS: 'Mac OS',
        message: undefined,
      },
    },
    { ...order, paymentMode: { type: 'NET_BANKING', bankId: 'ICIC' }, redirectUrl },
    { ...order, paymentMode: { type: 'CARD', authMode: '3DS', cardDetails }, redirectUrl },
    {
      ...order,
      paymentMode: { type: 'TOKEN', tokenDetails: { encryptedToken: 'a', encryptionKeyId: 7, expiry } },
      redirectUrl,
    },
    // @ts-expect-error unknown mode
    { ...order, paymentMode: { type: 'CASH' } },
    { ...order, paymentMode: { type: 'UPI_INTENT' } },
    // @ts-expect-error a collect by VPA has no phone number
    { ...order, paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', phoneNumber: '9' } } },
    // @ts-expect-error net banking requires bankId
    { ...order, paymentMode: { type: 'NET_BANKING' }, redirectUrl },
    // @ts-expect-error a QR has no bank
    { ...order, paymentMode: { type: 'UPI_QR', bankId: 'ICIC' } },
    // @ts-expect-error a plain card number is not accepted
    { ...order, paymentMode: { type: 'CARD', cardDetails: { ...cardDetails, cardNumber: '4' } }, redirectUrl },
    // @ts-expect-error net banking requires redirectUrl
    { ...order, paymentMode: { type: 'NET_BANKING', bankId: 'ICIC' } },
    // @ts-expect-error a card requires redirectUrl
    { ...order, paymentMode: { type: 'CARD', cardDetails } },
    // @ts-expect-error deviceOS belongs to a collect request
    { ...order, paymentMode: { type: 'UPI_QR', deviceOS: 'iOS' } },
    // @ts-expect-error an amount is Paise, not any number
    { merchantOrderId: 'order-1', amount: 499, paymentMode: { type: 'UPI_QR' } },
    // @ts-expect-error there is no udf16
    { ...order, metaInfo: { udf16: 'a' }, paymentMode: { type: 'UPI_QR' } },
  ]
}

export function amountsAreBranded(): void {
  assertType<Same<ReturnType<typeof paise>, Paise>>()
  const rupees: number = inr('1')
  // @ts-expect-error a sum is a number: convert it with paise()
  const sum: Paise = inr('1') + inr('2')
  // @ts-expect-error rupees are a string
  inr(499)
  void [rupees, sum]
}

export function statesNarrow(status: OrderStatus, refund: RefundStatus): string {
  if (status.state === 'UNKNOWN') return status.wireState
  assertType<Same<typeof status.state, 'PENDING' | 'COMPLETED' | 'FAILED'>>()
  // @ts-expect-error a known state has no wireState
  void status.wireState
  switch (refund.state) {
    case 'PENDING':
    case 'CONFIRMED':
    case 'COMPLETED':
    case 'FAILED':
      return refund.errorCode ?? ''
    case 'UNKNOWN':
      return refund.wireState
  }
}

export function railsNarrow(rail: Rail, detail: PaymentDetail): unknown {
  const { rail: carried } = detail
  if (carried?.type === 'UPI') assertType<Same<typeof carried.utr, string | undefined>>()
  switch (rail.type) {
    case 'UPI':
      return rail.upiTransactionId
    case 'PG':
      return rail.authorizationCode
    case 'PPI_WALLET':
    case 'PPI_EGV':
      return undefined
    case 'UNKNOWN':
      return rail.wireType
  }
}

export function instrumentsNarrow(instrument: Instrument): unknown {
  switch (instrument.type) {
    case 'ACCOUNT':
    case 'CREDIT_LINE':
      return instrument.maskedAccountNumber
    case 'CREDIT_CARD':
    case 'DEBIT_CARD':
      return instrument.maskedCardNumber
    case 'NET_BANKING':
      return instrument.brn
    case 'WALLET':
      return instrument.walletId
    case 'EGV':
      return instrument.programId
    case 'UNKNOWN':
      return instrument.anything
  }
}

export function eventsNarrow(event: CallbackEvent): string | undefined {
  if (event.event === 'pg.refund.completed' && event.kind === 'refund') return event.payload.refundId
  if (event.verifiedBy.mode === 'classic') return event.verifiedBy.username
  switch (event.kind) {
    case 'order':
      assertType<Same<typeof event.payload, OrderStatus>>()
      if (event.event === 'checkout.order.completed') return event.payload.orderId
      // @ts-expect-error an order event is never a refund event
      return event.event === 'pg.refund.failed' ? 'never' : undefined
    case 'attempt':
      assertType<Same<typeof event.event, 'checkout.transaction.attempt.failed' | 'pg.transaction.attempt.failed'>>()
      return event.payload.paymentDetails[0]?.transactionId
    case 'link':
      assertType<Same<typeof event.payload, LinkStatus>>()
      return event.payload.orderId
    case 'refund':
      assertType<Same<typeof event.payload, RefundStatus>>()
      return event.payload.merchantRefundId
    case 'setup':
    case 'notification':
    case 'redemption':
    case 'redemption-attempt':
      assertType<Same<typeof event.payload, SubscriptionOrder>>()
      return event.merchantSubscriptionId
    case 'mandate':
      assertType<Same<typeof event.payload, MandateStatus>>()
      return event.payload.state
    case 'settlement':
      assertType<Same<typeof event.payload, Settlement>>()
      return event.payload.utr
    case 'unknown':
      assertType<Same<typeof event.payload, unknown>>()
      return event.event
  }
}

export function errorsNarrow(error: unknown): string | number | undefined {
  if (!isGallaError(error)) return undefined
  const narrowed: GallaError = error
  assertType<Same<typeof narrowed.outcome, 'not-sent' | 'rejected' | 'unknown'>>()
  switch (narrowed.kind) {
    case 'invalid-request':
      return narrowed.field
    case 'invalid-callback':
      assertType<Same<typeof narrowed.httpStatus, 417>>()
      return narrowed.reason + narrowed.hint
    case 'method-not-supported':
      assertType<Same<typeof narrowed.httpStatus, 405>>()
      return narrowed.httpStatus
    case 're-initialize':
      // @ts-expect-error no HTTP status without a request
      return narrowed.httpStatus
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'invalid-response':
      return narrowed.httpStatus
    default:
      assertType<Same<typeof narrowed.httpStatus, number>>()
      return narrowed.statusText
  }
}

export function anyFetchFits(other: typeof fetch): FetchLike[] {
  const config: Pick<GallaConfig, 'fetch'> = { fetch: globalThis.fetch }
  const own: FetchLike = async (url, { method, headers, body, signal }) => {
    assertType<Same<typeof headers, { [name: string]: string }>>()
    return new Response(`${method} ${url} ${body}`, { status: signal.aborted ? 499 : 200 })
  }
  // @ts-expect-error a response has a status
  const wrong: FetchLike = async () => ({ headers: new Headers(), text: async () => '' })
  void [config, wrong]
  return [globalThis.fetch, other, own]
}

export function anAbortSignalFits(): AbortSignalLike {
  const options: CallOptions = { signal: AbortSignal.timeout(5), retry: { retries: 2 }, timeoutMs: undefined }
  // @ts-expect-error retry requires retries
  const wrong: CallOptions = { retry: {} }
  void [options, wrong]
  return new AbortController().signal
}

export async function methodsTakeOneObject({ standardCheckout, customCheckout, refunds }: Galla): Promise<void> {
  const { redirectUrl: page, expireAt } = await standardCheckout.pay(order)
  assertType<Same<[typeof page, typeof expireAt], [string, number]>>()
  const { token } = await customCheckout.createSdkOrder({ ...order, constraints: [] })
  assertType<Same<typeof token, string>>()
  const { qrData } = await customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } })
  assertType<Same<typeof qrData, string | undefined>>()
  // @ts-expect-error an id alone is ambiguous
  await refunds.getStatus('r-1')
  // @ts-expect-error a refund requires originalMerchantOrderId
  await refunds.create({ merchantRefundId: 'r-1', amount: inr('1') })
  // @ts-expect-error the hosted page accepts no paymentMode
  await standardCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } })
}
