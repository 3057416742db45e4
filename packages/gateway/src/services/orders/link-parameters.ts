import type { CreateLink, LinkChannel, LinkPayer } from '@galla/contract/gateway-api/links'
import { MAX_LINK_DESCRIPTION, MAX_LINK_MS } from '@galla/contract/provider/links'
import { copyOf } from '../../domain/copy.ts'
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
  const { reference, amount, description, expireAfter = DEFAULT_LIFE_SEC, metaInfo, merchantOrderId } = link
  if (link.replaces !== undefined && typeof link.replaces !== 'boolean')
    throw invalid('replaces', 'must be true or false')
  checkReference(reference)
  checkStorable(reference, 'reference')
  checkAmount(amount)
  if (amount < MIN_AMOUNT) throw invalid('amount', `must be at least ${MIN_AMOUNT} paise`)
  if (!Number.isInteger(expireAfter) || expireAfter < MIN_LIFE_SEC || expireAfter > MAX_LIFE_SEC)
    throw invalid('expireAfter', `must be an integer number of seconds from ${MIN_LIFE_SEC} to ${MAX_LIFE_SEC}`)
  if (description !== undefined && (typeof description !== 'string' || description.length > MAX_LINK_DESCRIPTION))
    throw invalid('description', `must be a string of at most ${MAX_LINK_DESCRIPTION} characters`)
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
  const { name, phoneNumber, email } = payer as { [field: string]: unknown }
  if (name !== undefined && (typeof name !== 'string' || name.length > 255))
    throw invalid('customer.name', 'must be a string of at most 255 characters')
  if (email !== undefined && (typeof email !== 'string' || email.length > 255 || !MAIL_ADDRESS.test(email)))
    throw invalid('customer.email', 'must be an e-mail address')
  if (sendBy.includes('EMAIL') && email === undefined) throw invalid('customer.email', 'is required to send an e-mail')
  if (phoneNumber === null && sendBy.includes('SMS'))
    throw invalid('customer.phoneNumber', 'is required to send an SMS')
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    phoneNumber:
      phoneNumber === null ? null : readPhoneNumber(phoneNumber, 'customer.phoneNumber', '; null gives none'),
  }
}
