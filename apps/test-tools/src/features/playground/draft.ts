import { defined } from '@galla/console/api/browser.ts'
import type { SampleOrder } from '@galla/console/code-samples/sample-order.ts'
import { inr, type Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { BANKS, findKind, type PaymentKind, type PhoneSystem } from './payment-kinds.ts'

/** The values of the form as they are typed. Cards are test cards of the sandbox, identified by number. */
export interface Draft {
  readonly amount: string
  readonly reference: string
  readonly redirectUrl: string
  /** Seconds; empty for the provider's default. */
  readonly expireAfter: string
  readonly message: string
  readonly meta: readonly MetaLine[]
  readonly system: PhoneSystem
  readonly targetApp: string
  readonly vpa: string
  readonly phoneNumber: string
  readonly bankId: string
  readonly cardNumber: string
}

export interface MetaLine {
  readonly name: keyof MetaInfo
  readonly value: string
}

/** Faults of the values, by field. */
export type Problems = { readonly [Field in keyof Draft]?: string }

export const emptyDraft = (reference: string, redirectUrl: string): Draft => ({
  amount: '499.00',
  reference,
  redirectUrl,
  expireAfter: '',
  message: '',
  meta: [],
  system: 'Android',
  targetApp: 'com.phonepe.app',
  vpa: 'success@ybl',
  phoneNumber: '9876543210',
  bankId: BANKS[0].value,
  cardNumber: '',
})

/** The provider's minimum: ₹1.00. */
const MIN_PAISE = 100
const MIN_EXPIRY_SEC = 300
const MAX_EXPIRY_SEC = { STANDARD: 3_600, CUSTOM: 2_592_000 } as const

/** The order that a draft describes, and its problems. An invalid value is replaced by a valid one, so that code can be shown. */
export function parseDraft(draft: Draft, kind: PaymentKind): { order: SampleOrder; problems: Problems } {
  const { checkout } = findKind(kind)
  const isCustom = checkout === 'CUSTOM'
  const amount = parseAmount(draft.amount)
  const expiry = parseExpiry(draft.expireAfter, MAX_EXPIRY_SEC[checkout])
  const mode = isCustom ? parseMode(draft, kind) : undefined
  const message = draft.message.trim()
  const { reference, redirectUrl } = draft
  const order: SampleOrder = defined({
    checkout,
    reference,
    merchantOrderId: orderIdFor(reference),
    amount: amount.amount,
    redirectUrl: URL.canParse(redirectUrl) ? redirectUrl : 'https://shop.example/thanks',
    framed: kind === 'frame' ? true : undefined,
    expireAfter: expiry.seconds,
    message: message === '' || isCustom ? undefined : message,
    metaInfo: metaInfoOf(draft.meta),
    paymentMode: mode?.paymentMode,
    deviceOS: mode?.deviceOS,
  })
  const problems = defined({
    amount: amount.problem,
    expireAfter: expiry.problem,
    reference: reference.trim() === '' ? 'Enter your own id of the cart or invoice.' : undefined,
    redirectUrl: /^https?:\/\/\S+$/.test(redirectUrl) ? undefined : 'Enter an http or https URL.',
    meta: metaProblem(draft.meta),
    ...mode?.problems,
  })
  return { order, problems }
}

/** Rupees as they are typed; the least amount and a problem for anything else. */
export function parseAmount(text: string): { amount: Paise; problem?: string } {
  try {
    const amount = inr(text)
    if (amount < MIN_PAISE) return { amount: MIN_PAISE as Paise, problem: 'The minimum is ₹1.00.' }
    return { amount }
  } catch {
    return { amount: MIN_PAISE as Paise, problem: 'Enter rupees like 499, 1,499.50 or 1,49,950.' }
  }
}

function parseExpiry(text: string, max: number): { seconds?: number; problem?: string } {
  if (text.trim() === '') return {}
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= MIN_EXPIRY_SEC && seconds <= max) return { seconds }
  return { problem: `Enter whole seconds from ${MIN_EXPIRY_SEC} to ${max}, or nothing.` }
}

function metaInfoOf(lines: readonly MetaLine[]): MetaInfo | undefined {
  const filled = lines.filter(({ value }) => value !== '')
  return filled.length === 0 ? undefined : Object.fromEntries(filled.map(({ name, value }) => [name, value]))
}

/** `udf11` to `udf15` have a lower limit and fewer characters than the first ten. */
function metaProblem(lines: readonly MetaLine[]): string | undefined {
  const isNarrow = (name: string) => Number(name.slice(3)) > 10
  const invalid = lines.find(({ name, value }) =>
    isNarrow(name) ? !/^[a-zA-Z0-9_\- @.+]{0,50}$/.test(value) : value.length > 256,
  )
  if (!invalid) return undefined
  return isNarrow(invalid.name)
    ? `${invalid.name} takes at most 50 letters, digits, spaces and _ - @ . +`
    : `${invalid.name} takes at most 256 characters.`
}

/** The gateway generates order ids; code that uses the SDK alone has to provide one. */
function orderIdFor(reference: string): string {
  const plain = reference.replace(/[^\w-]+/g, '-').slice(0, 55)
  return `${plain === '' ? 'order' : plain}-1`
}

interface ParsedMode {
  paymentMode: PaymentMode
  deviceOS?: BrowserOS
  problems?: Problems
}

/** Placeholders for the card data that is encrypted when the payment is sent. */
const ENCRYPTED = { encryptionKeyId: 0, encryptedCvv: '', expiry: { month: '', year: '' } }

/** The payment mode of a draft for custom checkout. */
function parseMode(draft: Draft, kind: PaymentKind): ParsedMode {
  const { system, targetApp, vpa, phoneNumber, bankId } = draft
  const collect = (details: Extract<PaymentMode, { type: 'UPI_COLLECT' }>['details'], problems: Problems) => ({
    paymentMode: defined({ type: 'UPI_COLLECT' as const, details, message: draft.message.trim() || undefined }),
    deviceOS: system,
    problems,
  })
  switch (kind) {
    case 'upi-app':
      return { paymentMode: { type: 'UPI_INTENT', targetApp }, deviceOS: system }
    case 'own-app':
      return { paymentMode: { type: 'PPE_INTENT' } }
    case 'collect-vpa':
      return collect(
        { type: 'VPA', vpa },
        /^[\w.-]{2,200}@[\w.-]{2,50}$/.test(vpa) ? {} : { vpa: 'Enter a UPI id like asha@ybl.' },
      )
    case 'collect-phone':
      return collect(
        { type: 'PHONE_NUMBER', phoneNumber },
        /^\+?\d{10,13}$/.test(phoneNumber) ? {} : { phoneNumber: 'Enter ten digits, or +91 and ten digits.' },
      )
    case 'card':
      return { paymentMode: { type: 'CARD', cardDetails: { ...ENCRYPTED, encryptedCardNumber: '' } } }
    case 'token':
      return { paymentMode: { type: 'TOKEN', tokenDetails: { ...ENCRYPTED, encryptedToken: '' } } }
    case 'net-banking':
      return { paymentMode: { type: 'NET_BANKING', bankId } }
    default:
      return { paymentMode: { type: 'UPI_QR' } }
  }
}
