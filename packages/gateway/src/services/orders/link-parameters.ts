import type { CreateLink, LinkChannel, LinkPayer } from '@galla/contract/gateway-api/links'
import { MAX_LINK_DESCRIPTION, MAX_LINK_MS } from '@galla/contract/provider/links'
import { copyOf } from '../../domain/copy.ts'
import { defined } from '../../domain/defined.ts'
import { invalid } from '../../errors.ts'
import {
  checkAmount,
  checkFields,
  checkMetaInfo,
  checkOrderId,
  checkReference,
  checkStorable,
  MAIL_ADDRESS,
  MIN_LIFE_SEC,
  readPhoneNumber,
} from '../validation.ts'
import type { WantedLink } from './start-parameters.ts'

const DEFAULT_LIFE_SEC = 7 * 86_400
const MAX_LIFE_SEC = MAX_LINK_MS / 1_000
/** The least amount that the provider takes. Paise. */
const MIN_AMOUNT = 100

/** Compared with the interface: a missing or an extra name is a type error. */
const LINK_FIELDS = Object.keys({
  reference: true,
  amount: true,
  customer: true,
  sendBy: true,
  description: true,
  expireAfter: true,
  metaInfo: true,
  merchantOrderId: true,
  replaces: true,
} satisfies { [Name in keyof Required<CreateLink>]: true })
const PAYER_FIELDS = Object.keys({
  name: true,
  phoneNumber: true,
  email: true,
} satisfies { [Name in keyof Required<LinkPayer>]: true })
const CHANNELS: readonly unknown[] = ['SMS', 'EMAIL'] satisfies LinkChannel[]

/**
 * The link as it was when the call was made.
 * @throws GatewayError INVALID_REQUEST naming the field of `links.create` that is wrong
 */
export function readLink(given: CreateLink): WantedLink {
  if (typeof given !== 'object' || given === null) throw invalid('link', 'must be an object')
  checkFields(given, LINK_FIELDS)
  const link = copyOf(given)
  const { reference, amount, description, expireAfter = DEFAULT_LIFE_SEC, metaInfo, merchantOrderId, replaces } = link
  refuse([['replaces', replaces !== undefined && typeof replaces !== 'boolean', 'must be true or false']])
  checkReference(reference)
  checkStorable(reference, 'reference')
  checkAmount(amount)
  refuse([
    ['amount', amount < MIN_AMOUNT, `must be at least ${MIN_AMOUNT} paise`],
    [
      'expireAfter',
      !isLife(expireAfter),
      `must be an integer number of seconds from ${MIN_LIFE_SEC} to ${MAX_LIFE_SEC}`,
    ],
    [
      'description',
      description !== undefined && !isText(description, MAX_LINK_DESCRIPTION),
      `must be a string of at most ${MAX_LINK_DESCRIPTION} characters`,
    ],
  ])
  checkStorable(description, 'description')
  if (metaInfo !== undefined) checkMetaInfo(metaInfo)
  if (merchantOrderId !== undefined) checkOrderId(merchantOrderId)
  const sendBy = link.sendBy === undefined ? undefined : readChannels(link.sendBy)
  const customer = readPayer(link.customer, sendBy ?? [])
  return { ...link, customer, expireAfter, checkout: 'LINK', ...(sendBy && { sendBy }) }
}

/** @throws GatewayError INVALID_REQUEST */
export function readChannels(sendBy: unknown): LinkChannel[] {
  if (!Array.isArray(sendBy) || sendBy.length === 0 || !sendBy.every((one) => CHANNELS.includes(one)))
    throw invalid('sendBy', "must be a list of 'SMS', 'EMAIL' or both")
  return CHANNELS.filter((one) => sendBy.includes(one)) as LinkChannel[]
}

function readPayer(payer: unknown, sendBy: readonly LinkChannel[]): LinkPayer {
  if (typeof payer !== 'object' || payer === null || Array.isArray(payer))
    throw invalid('customer', 'must be an object with the phoneNumber of the payer')
  checkFields(payer, PAYER_FIELDS, 'customer.')
  const { name, phoneNumber, email } = payer as Partial<LinkPayer>
  refuse([
    ['customer.name', name !== undefined && !isText(name, 255), 'must be a string of at most 255 characters'],
    ['customer.email', email !== undefined && !isMailAddress(email), 'must be an e-mail address'],
    ['customer.email', email === undefined && sendBy.includes('EMAIL'), 'is required to send an e-mail'],
    ['customer.phoneNumber', phoneNumber === null && sendBy.includes('SMS'), 'is required to send an SMS'],
  ])
  return {
    ...defined({ name, email }),
    phoneNumber:
      phoneNumber === null ? null : readPhoneNumber(phoneNumber, 'customer.phoneNumber', '; null gives none'),
  }
}

/** @throws GatewayError INVALID_REQUEST of the first rule that is broken */
function refuse(rules: readonly [field: string, isBroken: boolean, message: string][]): void {
  const broken = rules.find(([, isBroken]) => isBroken)
  if (broken) throw invalid(broken[0], broken[2])
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength

const isMailAddress = (value: unknown): boolean => isText(value, 255) && MAIL_ADDRESS.test(value)

const isLife = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= MIN_LIFE_SEC && seconds <= MAX_LIFE_SEC
