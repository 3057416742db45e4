import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { unknownName } from '../../check-names.ts'

/** A bank of net banking that your page offers. */
export interface OfferedBank {
  /** The provider's id of the bank: `HDFC`. */
  bankId: string
  /** Name for the payer. */
  name: string
  /** True when the bank is listed first. @default false */
  popular?: boolean
  /**
   * Health of the bank. `down`: the payer cannot choose the bank now. `slow`: the payer sees a warning.
   * @default the health that the provider's webhook reports, otherwise 'up'
   */
  health?: 'up' | 'slow' | 'down'
}

/**
 * The payment methods that a payer may choose on your own page. A payment method that is left out is not offered. UPI by QR code and by
 * app is always offered.
 */
export interface OfferedPaymentMethods {
  /** Collect requests to a UPI id. The provider has closed collect requests to most merchants. @default { allowed: false } */
  collect?: {
    /** True when the payer may choose a collect request. */
    allowed: boolean
  }
  /** Banks of net banking. @default [] */
  banks?: readonly OfferedBank[]
  /** The provider's public key that encrypts card data in the browser. @default none: no card form */
  cardEncryption?: PaymentMethods['cardEncryption']
  /** Cards of this payer that the provider has saved. @default [] */
  savedCards?: readonly PaymentMethods['savedCards'][number][]
}

type BankHealth = PaymentMethods['banks'][number]['health']

type Fields<T> = { [Name in keyof Required<T>]: true }

/** Compared with the interfaces: a missing or an extra name is a type error. */
const METHOD_NAMES = Object.keys({
  collect: true,
  banks: true,
  cardEncryption: true,
  savedCards: true,
} satisfies Fields<OfferedPaymentMethods>)
const COLLECT_NAMES = Object.keys({ allowed: true } satisfies Fields<PaymentMethods['collect']>)
const BANK_NAMES = Object.keys({ bankId: true, name: true, popular: true, health: true } satisfies Fields<OfferedBank>)
const KEY_NAMES = Object.keys({ keyId: true, publicKeyPem: true } satisfies Fields<
  NonNullable<PaymentMethods['cardEncryption']>
>)
const CARD_NAMES = Object.keys({ savedCardId: true, network: true, last4: true, bankName: true } satisfies Fields<
  PaymentMethods['savedCards'][number]
>)

const HEALTH = ['up', 'slow', 'down'] as const

/**
 * Validates a value of the option `paymentMethods`, or a result of its function, and completes it with the defaults.
 * @param where What the value is, for the message: `paymentMethods`.
 * @param healthOf the health of a bank for which the merchant has set none
 * @throws Error naming the field and what it must be, never its value
 */
export function completePaymentMethods(
  given: OfferedPaymentMethods,
  where = 'paymentMethods',
  healthOf: (bankId: string) => BankHealth = () => 'up',
): PaymentMethods {
  checkObject(given, where, METHOD_NAMES)
  const { collect = { allowed: false }, banks = [], cardEncryption: key, savedCards = [] } = given
  checkObject(collect, `${where}.collect`, COLLECT_NAMES)
  check(typeof collect.allowed === 'boolean', `${where}.collect.allowed`, 'true or false')
  checkList(banks, `${where}.banks`, BANK_NAMES, ['bankId', 'name'])
  for (const [at, { popular, health }] of banks.entries()) {
    const field = `${where}.banks[${at}]`
    check(popular === undefined || typeof popular === 'boolean', `${field}.popular`, 'true or false')
    check(health === undefined || HEALTH.includes(health), `${field}.health`, "'up', 'slow' or 'down'")
  }
  if (key !== undefined) {
    checkObject(key, `${where}.cardEncryption`, KEY_NAMES)
    check(Number.isInteger(key.keyId), `${where}.cardEncryption.keyId`, 'an integer number: the id of the key')
    checkText(key.publicKeyPem, `${where}.cardEncryption.publicKeyPem`)
  }
  checkList(savedCards, `${where}.savedCards`, CARD_NAMES, ['savedCardId', 'network', 'bankName'])
  for (const [at, { last4 }] of savedCards.entries())
    check(
      typeof last4 === 'string' && /^\d{4}$/.test(last4),
      `${where}.savedCards[${at}].last4`,
      'a string of 4 digits',
    )
  return {
    collect: { allowed: collect.allowed },
    banks: banks.map(({ popular = false, health, ...bank }) => ({
      ...bank,
      popular,
      health: health ?? healthOf(bank.bankId),
    })),
    ...(key === undefined ? {} : { cardEncryption: key }),
    savedCards: [...savedCards],
  }
}

function check(isRight: boolean, field: string, shape: string): void {
  if (!isRight) throw new Error(`${field} must be ${shape}`)
}

function checkText(value: unknown, field: string): void {
  check(typeof value === 'string' && value.trim() !== '', field, 'a non-empty string')
}

function checkObject(value: object, where: string, names: readonly string[]): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  check(isObject, where, `an object with ${names.join(', ')}`)
  const unknown = unknownName(value, names, 'field', `${where}.`)
  if (unknown) throw new Error(unknown.message)
}

function checkList<Item extends object>(
  list: readonly Item[],
  where: string,
  names: readonly string[],
  texts: readonly (keyof Item & string)[],
): void {
  check(Array.isArray(list), where, `an array of objects with ${names.join(', ')}`)
  for (const [at, item] of list.entries()) {
    checkObject(item, `${where}[${at}]`, names)
    for (const name of texts) checkText(item[name], `${where}[${at}].${name}`)
  }
}
