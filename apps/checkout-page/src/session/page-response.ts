import {
  type Check,
  fieldsOf,
  isFlag as flag,
  listOf as list,
  isNumber as number,
  optional,
  isText as text,
} from '@galla/contract/response-checks'
import type { PageAttempt, PageOrder, PagePaymentMethods, PageView } from '@galla/contract/sandbox-api/page-routes'

type Of<Body, Name extends keyof Body> = NonNullable<Body[Name]>

const optionalText = optional(text)

const object = fieldsOf({})

const order = fieldsOf<PageOrder>({
  merchantOrderId: text,
  orderId: text,
  amount: Number.isSafeInteger,
  state: text,
  message: optionalText,
  expiresAtMs: number,
  expired: flag,
  errorCode: optionalText,
  detailedErrorCode: optionalText,
  phoneNumber: optionalText,
})

const attempt = fieldsOf<PageAttempt>({
  transactionId: text,
  type: text,
  state: text,
  startedAtMs: number,
  intentUrl: optionalText,
  targetApp: optionalText,
  vpa: optionalText,
  bankId: optionalText,
  bankName: optionalText,
  card: optional(fieldsOf({ network: text, last4: text })),
  step: optionalText,
  otpTriesLeft: optional(number),
  errorCode: optionalText,
  detailedErrorCode: optionalText,
})

/** Panels and parts that are loaded later end by themselves what they cannot show. */
const isView = fieldsOf<PageView>({
  nowMs: number,
  frozen: optional(flag),
  merchantName: text,
  merchantLogo: optionalText,
  order,
  mandate: optional(object),
  attempt: optional(attempt),
  canPay: flag,
  retryAllowed: flag,
  paymentMethods: fieldsOf<PagePaymentMethods>({
    upi: optional(fieldsOf<Pick<Of<PagePaymentMethods, 'upi'>, 'apps'>>({ apps: list(object) })),
    cards: optional(fieldsOf<Pick<Of<PagePaymentMethods, 'cards'>, 'types'>>({ types: Array.isArray })),
    netBanking: optional(object),
    savedCards: optional(Array.isArray),
  }),
  redirectUrl: optionalText,
  pollAfterMs: optional(number),
})

const isValidation = fieldsOf<{ valid: boolean }>({ valid: flag })

/** The check of the response to a request: what it refuses, no step could show. */
export const responseCheck = (route: string): Check => (route === 'POST /validate-vpa' ? isValidation : isView)
