import {
  LINK_ENDPOINTS,
  type LinkBody,
  type LinkEndpointName,
  type LinkNotifyBody,
  MAX_LINK_DESCRIPTION,
  MAX_LINK_MS,
} from '@galla/contract/provider/links'
import { GallaError, isGallaError } from '../errors/galla-error.ts'
import { fillPath, type Operation } from '../operations/operations.ts'
import type { CallOptions } from '../options.ts'
import { type CreatedLink, type LinkStatus, readLinkState, readLinkStatus } from '../responses/links.ts'
import {
  invalidRequest,
  optionalBoolean,
  optionalString,
  requireObject,
  requireString,
  validateAmount,
  validateLookupId,
  validateMetaInfo,
  validateNewId,
} from '../validation/fields.ts'
import { type Names, refuseUnknownNames } from '../validation/names.ts'
import type { LinkChannels, LinkPorts, Links, NewLink } from './links.ts'

const NEW_LINK: Names<NewLink> = {
  merchantOrderId: true,
  amount: true,
  description: true,
  customerDetails: true,
  notificationChannels: true,
  expireAt: true,
  metaInfo: true,
}
const CUSTOMER: Names<NewLink['customerDetails']> = { name: true, phoneNumber: true, email: true }
const CHANNELS: Names<LinkChannels> = { sms: true, email: true }
const MIN_AMOUNT = 100

/** States in which nothing is left to cancel. */
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'])

/** The calls of `galla.links`; see there for the methods. */
export function createLinks({ send, clock }: LinkPorts): Links {
  const getStatus: Links['getStatus'] = async (input, options) => {
    refuseUnknownNames(requireObject(input, 'input'), { merchantOrderId: true, details: true })
    const details = input.details === true
    return readLinkStatus(await send(operation('linkStatus', input.merchantOrderId, { query: { details } }), options))
  }

  /** The state of a link that could not be cancelled; rejects with `error` while the status does not say that the link has ended. */
  const stateAfter = async (error: unknown, merchantOrderId: string, options?: CallOptions) => {
    if (!isGallaError(error) || (error.outcome !== 'unknown' && error.kind !== 'bad-request')) throw error
    const status = await getStatus({ merchantOrderId }, options).catch((): undefined => undefined)
    if (status === undefined || !ENDED.has(status.state)) throw error
    return status
  }

  return {
    create: async (input, options) => {
      const body = linkBody(input, clock.now())
      const response = readLinkState<CreatedLink>(
        await send(operation('linkCreate', body.merchantOrderId, { body }), options),
      )
      if (typeof response.paylinkUrl === 'string') return response
      throw new GallaError({
        kind: 'invalid-response',
        message:
          "The provider's response has no paylinkUrl, so the payer cannot pay. The link may exist: read its status",
        outcome: 'unknown',
        attempts: 1,
        endpoint: 'linkCreate',
      })
    },
    getStatus,
    notify: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), { merchantOrderId: true, notificationChannels: true })
      const { merchantOrderId } = input
      const { sms = false, email = false } = channelsOf(input.notificationChannels)
      if (!sms && !email) throw invalidRequest('notificationChannels', 'must have sms or email set to true')
      const body: LinkNotifyBody = { merchantOrderId, notificationChannels: { sms, email } }
      return (await send(operation('linkNotify', merchantOrderId, { body }), options)) as Awaited<
        ReturnType<Links['notify']>
      >
    },
    cancel: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), { merchantOrderId: true })
      const { merchantOrderId } = input
      // Some sources send an empty object, some no body; both are a POST without fields.
      const cancellation = operation('linkCancel', merchantOrderId, { body: {} })
      return send(cancellation, options).then(
        (response) => readLinkState<Pick<LinkStatus, 'orderId' | 'state'>>(response),
        (error: unknown) => stateAfter(error, merchantOrderId, options),
      )
    },
  }
}

function operation(
  endpoint: LinkEndpointName,
  merchantOrderId: string,
  { body, query }: { body?: object; query?: { readonly [name: string]: boolean } },
): Operation {
  const { method, host, path } = LINK_ENDPOINTS[endpoint]
  validateLookupId(merchantOrderId, 'merchantOrderId')
  const ids = { merchantOrderId }
  return { endpoint, method, host, path: fillPath(path, ids, query), body, ids }
}

function linkBody(input: NewLink, nowMs: number): LinkBody {
  refuseUnknownNames(requireObject(input, 'input'), NEW_LINK)
  const { merchantOrderId, amount, description, metaInfo, expireAt } = input
  validateNewId(merchantOrderId, 'merchantOrderId')
  validateAmount(amount)
  if (amount < MIN_AMOUNT) throw invalidRequest('amount', `must be at least ${MIN_AMOUNT} paise`)
  optionalString(description, 'description')
  if (description !== undefined && description.length > MAX_LINK_DESCRIPTION) {
    throw invalidRequest('description', `must be at most ${MAX_LINK_DESCRIPTION} characters`)
  }
  validateMetaInfo(metaInfo)
  if (
    expireAt !== undefined &&
    !(Number.isSafeInteger(expireAt) && expireAt > nowMs && expireAt <= nowMs + MAX_LINK_MS)
  ) {
    throw invalidRequest('expireAt', 'must be epoch milliseconds in the future, at most 30 days ahead')
  }
  const customerDetails = customerOf(input.customerDetails)
  const { sms, email } = channelsOf(input.notificationChannels ?? {})
  if (sms && !customerDetails.phoneNumber)
    throw invalidRequest('customerDetails.phoneNumber', 'is required to send an SMS')
  if (email && !customerDetails.email) throw invalidRequest('customerDetails.email', 'is required to send an e-mail')
  const notificationChannels = { SMS: sms === true, EMAIL: email === true }
  return {
    merchantOrderId,
    amount,
    description,
    metaInfo,
    paymentFlow: { type: 'PAYLINK', customerDetails, notificationChannels, expireAt },
  }
}

function customerOf(given: NewLink['customerDetails']) {
  refuseUnknownNames(requireObject(given, 'customerDetails'), CUSTOMER, 'customerDetails.')
  const { name, phoneNumber, email } = given
  optionalString(name, 'customerDetails.name')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(requireString(email, 'customerDetails.email'))) {
    throw invalidRequest('customerDetails.email', 'must be an e-mail address')
  }
  return { name, phoneNumber: phoneNumber === null ? undefined : withCountryCode(phoneNumber), email }
}

/** The pages of the provider write numbers with the country code; a number of India may be given without. */
function withCountryCode(phoneNumber: unknown): string {
  const text = typeof phoneNumber === 'string' ? phoneNumber : ''
  if (/^\d{10}$/.test(text)) return `+91${text}`
  if (/^\+[1-9]\d{7,14}$/.test(text)) return text
  throw invalidRequest(
    'customerDetails.phoneNumber',
    'must be ten digits, or with country code: +919000000001; null sends none',
  )
}

function channelsOf(given: LinkChannels): LinkChannels {
  refuseUnknownNames(requireObject(given, 'notificationChannels'), CHANNELS, 'notificationChannels.')
  optionalBoolean(given.sms, 'notificationChannels.sms')
  optionalBoolean(given.email, 'notificationChannels.email')
  return given
}
