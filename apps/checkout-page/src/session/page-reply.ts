import {
  type Check,
  fieldsOf,
  isFlag as flag,
  listOf as list,
  isNumber as number,
  optional,
  isText as text,
} from '@galla/contract/reply'
import type {
  PageAttempt,
  PageBank,
  PageMandate,
  PageOrder,
  PagePaymentMethods,
  PageView,
  SavedCard,
} from '@galla/contract/sandbox-api/page-routes'

type Of<Body, Name extends keyof Body> = NonNullable<Body[Name]>

const optionalText = optional(text)

const upi = fieldsOf<Of<PagePaymentMethods, 'upi'>>({
  qr: flag,
  intent: flag,
  apps: list(fieldsOf({ id: text, name: text })),
  collect: fieldsOf({ allowed: flag }),
  instruments: list(text),
})

const cards = fieldsOf<Of<PagePaymentMethods, 'cards'>>({
  types: list(text),
  networks: list(text),
  geoScopes: list(text),
  encryption: fieldsOf({ keyId: number, publicKeyPem: text }),
})

const bank = fieldsOf<PageBank>({ bankId: text, name: text, popular: flag, health: text })

const savedCard = fieldsOf<SavedCard>({
  savedCardId: text,
  network: text,
  last4: text,
  bankName: text,
  expiry: fieldsOf({ month: text, year: text }),
})

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

const mandate = fieldsOf<PageMandate>({
  authWorkflowType: text,
  amountType: text,
  maxAmount: Number.isSafeInteger,
  frequency: text,
  merchantSubscriptionId: text,
  expiresAtMs: number,
})

const isView = fieldsOf<PageView>({
  nowMs: number,
  frozen: optional(flag),
  merchantName: text,
  merchantLogo: optionalText,
  order,
  mandate: optional(mandate),
  attempt: optional(attempt),
  canPay: flag,
  retryAllowed: flag,
  paymentMethods: fieldsOf<PagePaymentMethods>({
    upi: optional(upi),
    cards: optional(cards),
    netBanking: optional(fieldsOf({ banks: list(bank) })),
    savedCards: optional(list(savedCard)),
  }),
  redirectUrl: optionalText,
  pollAfterMs: optional(number),
})

const isValidation = fieldsOf<{ valid: boolean }>({ valid: flag })

/** The check of the reply to a request: what it refuses, no step could show. */
export const replyCheck = (route: string): Check => (route === 'POST /validate-vpa' ? isValidation : isView)
