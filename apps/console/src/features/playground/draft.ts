import { inr, type Paise } from '@galla/contract/money'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { SampleOrder } from '../code-samples/sample-order.ts'
import { BANKS, type KindId, kindOf, type PhoneSystem } from './payment-kinds.ts'

/** The form as it is typed. Card data is never part of it: of a card there is only its place in the sandbox's list. */
export interface Draft {
  readonly amount: string
  readonly reference: string
  readonly redirectUrl: string
  /** Seconds, or nothing for the provider's own. */
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

/** ₹1.00 is the least that the provider takes. */
const LEAST = 100
const LEAST_LIFE_SEC = 300
const LONGEST_LIFE_SEC = { STANDARD: 3_600, CUSTOM: 2_592_000 } as const

/** What a draft comes to: an order to write code for, and what keeps it from being paid. */
export function readDraft(draft: Draft, kindId: KindId): { order: SampleOrder; problems: Problems } {
  const kind = kindOf(kindId)
  const { checkout } = kind
  const amount = readAmount(draft.amount)
  const life = readLife(draft.expireAfter, LONGEST_LIFE_SEC[checkout])
  const mode = checkout === 'CUSTOM' ? modeOf(draft, kindId) : undefined
  const message = draft.message.trim()
  const metaInfo = metaOf(draft.meta)
  const { reference, redirectUrl } = draft
  const order: SampleOrder = {
    checkout,
    reference,
    merchantOrderId: orderIdFor(reference),
    amount: amount.amount,
    redirectUrl: URL.canParse(redirectUrl) ? redirectUrl : 'https://shop.example/thanks',
    ...(kindId === 'frame' ? { framed: true } : {}),
    ...(life.seconds === undefined ? {} : { expireAfter: life.seconds }),
    ...(message === '' || checkout === 'CUSTOM' ? {} : { message }),
    ...(metaInfo ? { metaInfo } : {}),
    ...(mode ? { paymentMode: mode.paymentMode } : {}),
    ...(mode?.deviceOS ? { deviceOS: mode.deviceOS } : {}),
  }
  const problems = {
    amount: amount.problem,
    expireAfter: life.problem,
    reference: reference.trim() === '' ? 'Name a cart or invoice: your own word for what is paid.' : undefined,
    redirectUrl: /^https?:\/\/\S+$/.test(redirectUrl) ? undefined : 'Write an http or https address.',
    meta: metaProblem(draft.meta),
    ...(mode?.problems ?? {}),
  }
  return { order, problems: told(problems) }
}

function readAmount(text: string): { amount: Paise; problem?: string } {
  try {
    const amount = inr(text)
    if (amount < LEAST) return { amount: LEAST as Paise, problem: 'The provider takes ₹1.00 and more.' }
    return { amount }
  } catch {
    return { amount: LEAST as Paise, problem: 'Write rupees like 499, 1,499.50 or 1,49,950.' }
  }
}

function readLife(text: string, longest: number): { seconds?: number; problem?: string } {
  if (text.trim() === '') return {}
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= LEAST_LIFE_SEC && seconds <= longest) return { seconds }
  return { problem: `Write whole seconds from ${LEAST_LIFE_SEC} to ${longest}, or nothing.` }
}

function metaOf(lines: readonly MetaLine[]): MetaInfo | undefined {
  const filled = lines.filter(({ value }) => value !== '')
  return filled.length === 0 ? undefined : Object.fromEntries(filled.map(({ name, value }) => [name, value]))
}

/** `udf11` and on are shorter and plainer than the first ten. */
function metaProblem(lines: readonly MetaLine[]): string | undefined {
  const narrow = (name: string) => Number(name.slice(3)) > 10
  const bad = lines.find(({ name, value }) =>
    narrow(name) ? !/^[a-zA-Z0-9_\- @.+]{0,50}$/.test(value) : value.length > 256,
  )
  if (!bad) return undefined
  return narrow(bad.name)
    ? `${bad.name} takes 50 letters, digits, spaces and _ - @ . + at most.`
    : `${bad.name} takes 256 characters at most.`
}

/** The books make ids up themselves; code without them needs one that the provider takes. */
function orderIdFor(reference: string): string {
  const plain = reference.replace(/[^\w-]+/g, '-').slice(0, 55)
  return `${plain === '' ? 'order' : plain}-1`
}

function told(problems: { [Field in keyof Draft]?: string | undefined }): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/** In place of what is sealed at the last moment. */
const SEALED = { encryptionKeyId: 0, encryptedCvv: '', expiry: { month: '', year: '' } }

/** How a draft is paid on the shop's own page, and what is wrong with it. */
export function modeOf(
  draft: Draft,
  kind: KindId,
): { paymentMode: PaymentMode; deviceOS?: BrowserOS; problems?: Problems } {
  const { system, targetApp, vpa, phoneNumber, bankId, message } = draft
  const words = message.trim() === '' ? {} : { message: message.trim() }
  const collect = (details: Extract<PaymentMode, { type: 'UPI_COLLECT' }>['details'], problems: Problems) =>
    ({ paymentMode: { type: 'UPI_COLLECT', details, ...words }, deviceOS: system, problems }) as const
  switch (kind) {
    case 'upi-app':
      return { paymentMode: { type: 'UPI_INTENT', targetApp }, deviceOS: system }
    case 'own-app':
      return { paymentMode: { type: 'PPE_INTENT' } }
    case 'collect-vpa':
      return collect(
        { type: 'VPA', vpa },
        /^[\w.-]{2,200}@[\w.-]{2,50}$/.test(vpa) ? {} : { vpa: 'Write a UPI id like asha@ybl.' },
      )
    case 'collect-phone':
      return collect(
        { type: 'PHONE_NUMBER', phoneNumber },
        /^\+?\d{10,13}$/.test(phoneNumber) ? {} : { phoneNumber: 'Write ten digits, or +91 and ten digits.' },
      )
    case 'card':
      return { paymentMode: { type: 'CARD', cardDetails: { ...SEALED, encryptedCardNumber: '' } } }
    case 'token':
      return { paymentMode: { type: 'TOKEN', tokenDetails: { ...SEALED, encryptedToken: '' } } }
    case 'net-banking':
      return { paymentMode: { type: 'NET_BANKING', bankId } }
    default:
      return { paymentMode: { type: 'UPI_QR' } }
  }
}
