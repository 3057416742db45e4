import type { CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type { RemindLink } from '@galla/contract/gateway-api/links'
import type { ListOrders, OrdersQuery } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { PayerSelector } from '@galla/contract/gateway-api/payers'
import type { ListRefunds, RefundsQuery } from '@galla/contract/gateway-api/refunds'
import type { ClosesQuery, SettlementsQuery } from '@galla/contract/gateway-api/settlements'
import type { PlansQuery } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import { z } from 'zod'

/** Fields of query strings: text on the wire, parsed here. 15 digits fit into a JavaScript number. */
export const text = z.string().min(1).max(200)
export const whole = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const id = z.string().regex(/^[\w-]{1,63}$/, 'must be 1 to 63 letters, digits, _ or -')
/** `version` of a record as the caller read it. */
export const VERSION = z.number().int().nonnegative()
export const serial = z.string().regex(/^\d{1,15}$/, 'must be 1 to 15 digits')

export const page = { after: z.exactOptional(z.string().min(1).max(500)), limit: z.exactOptional(whole) }
export const span = { fromMs: z.exactOptional(whole), toMs: z.exactOptional(whole) }

/** An amount in the body of a call of the merchant API. */
export const AMOUNT = z
  .number('must be a number of paise: 49900 is ₹499.00')
  .int('must be whole paise: 49900 is ₹499.00')
  .positive('must be above 0')
  .transform((amount) => amount as Paise)

/** Fields of a query that a figure of the whole list does not have. */
export const PAGING = { after: true, limit: true } as const

export const ORDERS_QUERY = z.strictObject({
  state: z.exactOptional(text),
  paymentMode: z.exactOptional(text),
  failure: z.exactOptional(text),
  needsReview: z.exactOptional(flag),
  delayed: z.exactOptional(flag),
  owed: z.exactOptional(flag),
  ...span,
  minAmount: z.exactOptional(whole),
  maxAmount: z.exactOptional(whole),
  sort: z.exactOptional(z.enum(['created', 'amount', 'updated'])),
  ...page,
}) satisfies z.ZodType<ParsedQuery<OrdersQuery>>

export const REFUNDS_QUERY = z.strictObject({
  state: z.exactOptional(text),
  merchantOrderId: z.exactOptional(text),
  reference: z.exactOptional(text),
  needsReview: z.exactOptional(flag),
  awaitsApproval: z.exactOptional(flag),
  ...span,
  ...page,
}) satisfies z.ZodType<ParsedQuery<RefundsQuery>>

export const CALLBACKS_QUERY = z.strictObject({
  verdict: z.exactOptional(text),
  needsReview: z.exactOptional(flag),
  unknownEvent: z.exactOptional(flag),
  event: z.exactOptional(text),
  id: z.exactOptional(text),
  ...span,
  ...page,
}) satisfies z.ZodType<ParsedQuery<CallbacksQuery>>

export const SETTLEMENTS_QUERY = z.strictObject({
  search: z.exactOptional(text),
  state: z.exactOptional(text),
  ...page,
}) satisfies z.ZodType<ParsedQuery<SettlementsQuery>>

export const CLOSES_QUERY = z.strictObject({
  from: z.exactOptional(text),
  to: z.exactOptional(text),
  ...page,
}) satisfies z.ZodType<ParsedQuery<ClosesQuery>>

export const PLANS_QUERY = z.strictObject(page) satisfies z.ZodType<ParsedQuery<PlansQuery>>

const SEND_BY = z.array(z.enum(['SMS', 'EMAIL'], "must be 'SMS' or 'EMAIL'"))

/** Fields of a payment link that a person or a program gives. */
export const LINK_BODY = {
  customer: z.strictObject({
    name: z.exactOptional(z.string()),
    phoneNumber: z.nullable(z.string()),
    email: z.exactOptional(z.string()),
  }),
  sendBy: z.exactOptional(SEND_BY),
  description: z.exactOptional(z.string()),
  expireAfter: z.exactOptional(z.number()),
}

export const REMINDER = z.strictObject({ sendBy: SEND_BY }) satisfies z.ZodType<RemindLink>

/** States and payment modes stay open text at the edge: an unknown one matches no row. */
export const toListOrders = (query: ParsedQuery<OrdersQuery>): ListOrders => query as ListOrders
export const toListRefunds = (query: ParsedQuery<RefundsQuery>): ListRefunds => query as ListRefunds

/** Merchant fields of an order: `udf1` to `udf15`. */
export const META_INFO = z.partialRecord(
  z.templateLiteral(['udf', z.enum(Array.from({ length: 15 }, (_, at) => String(at + 1)))]),
  z.string().max(256),
)

/** Names one payer. `services/privacy/payer-erasure.ts` validates the values and names the field too. */
export const PAYER_SELECTOR = z.union([
  z.strictObject({ vpa: text }),
  z.strictObject({ phone: text }),
  z.strictObject({ merchantUserId: z.string().min(1).max(255) }),
  z.strictObject({ merchantOrderId: text }),
]) satisfies z.ZodType<PayerSelector>

export const LEGAL_HOLD = z.strictObject({ merchantOrderId: text, reason: z.string(), by: z.string() })

/** The client refuses blank texts too, but only after the payment was recorded. */
const notBlank = z.string().regex(/\S/, 'must not be blank')
const shortText = notBlank.max(255)
const oneLine = shortText.regex(/^\P{Cc}*$/u, 'must not contain control characters')
const cipher = notBlank.max(2_000)
const expiry = z.strictObject({ month: z.string().regex(/^(0[1-9]|1[0-2])$/), year: z.string().regex(/^\d{4}$/) })
const common = { authMode: z.exactOptional(shortText), merchantUserId: z.exactOptional(shortText) }
const address = z.strictObject({
  line1: z.exactOptional(oneLine),
  line2: z.exactOptional(oneLine),
  city: z.exactOptional(oneLine),
  state: z.exactOptional(oneLine),
  zip: z.exactOptional(oneLine),
  country: z.exactOptional(oneLine),
})

const payer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('VPA'), vpa: z.string().regex(/^[\w.-]{2,200}@[\w.-]{2,50}$/) }),
  z.strictObject({ type: z.literal('PHONE_NUMBER'), phoneNumber: z.string().regex(/^\+?\d{10,13}$/) }),
])

/** The payer's choice of a payment mode, in the wire's shape. Strict: other fields are refused. */
export const PAYMENT_MODE = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('UPI_QR') }),
  z.strictObject({ type: z.literal('PPE_INTENT') }),
  z.strictObject({ type: z.literal('UPI_INTENT'), targetApp: shortText }),
  z.strictObject({ type: z.literal('UPI_COLLECT'), details: payer, message: z.exactOptional(shortText) }),
  z.strictObject({ type: z.literal('NET_BANKING'), bankId: shortText, merchantUserId: z.exactOptional(shortText) }),
  z.strictObject({
    type: z.literal('CARD'),
    cardDetails: z.strictObject({
      encryptedCardNumber: cipher,
      encryptionKeyId: z.number().int(),
      encryptedCvv: cipher,
      expiry,
      cardHolderName: z.exactOptional(oneLine),
      billingAddress: z.exactOptional(address),
    }),
    savedCard: z.exactOptional(z.boolean()),
    ...common,
  }),
  z.strictObject({
    type: z.literal('TOKEN'),
    tokenDetails: z.strictObject({
      encryptedToken: cipher,
      encryptionKeyId: z.number().int(),
      expiry,
      encryptedCvv: z.exactOptional(cipher),
      cryptogram: z.exactOptional(shortText),
      panSuffix: z.exactOptional(shortText),
      cardHolderName: z.exactOptional(oneLine),
      eci: z.exactOptional(shortText),
      atc: z.exactOptional(shortText),
    }),
    ...common,
  }),
]) satisfies z.ZodType<PaymentMode>

export const BROWSER_OS = z.enum(['Windows', 'iOS', 'Android', 'Mac OS', 'Other']) satisfies z.ZodType<BrowserOS>

/** Strict: an `amount` is refused rather than ignored. */
export const PAY_BODY = z.strictObject({ paymentMode: PAYMENT_MODE, deviceOS: z.exactOptional(BROWSER_OS) })
