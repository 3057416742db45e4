import { MAX_LINK_DESCRIPTION, MAX_LINK_MS } from '@galla/contract/provider/links'
import { defined } from '../../domain/defined.ts'
import { isActiveLink, linkState } from '../../domain/link.ts'
import { type LinkDetails, latestAttempt, type Order } from '../../domain/order.ts'
import { badField, linkRefused, ok, type Reply, unknownOrder } from '../../responses/errors.ts'
import { linkStatusResponse, linkUrl } from '../../responses/links.ts'
import {
  bodyFields,
  checkFields,
  checkId,
  checkKnownFields,
  checkPaise,
  checkText,
  type Fields,
  optionalFields,
  optionalFlag,
  optionalMetaInfo,
  optionalText,
  optionalTime,
} from '../validation.ts'
import { newOrder } from './orders.ts'
import { type ProviderRequest, queryFlag } from './request.ts'

const LINK_FIELDS = new Set(['merchantOrderId', 'amount', 'description', 'metaInfo', 'paymentFlow'])
const FLOW_FIELDS = new Set(['type', 'customerDetails', 'notificationChannels', 'expireAt'])

/** `POST /paylinks/v1/pay`: an order whose page has a short URL. */
export function createLink({ context, body }: ProviderRequest): Reply {
  const { settings, clock, ids } = context
  const { quirks } = settings
  const fields = bodyFields(body)
  checkKnownFields(fields, LINK_FIELDS, quirks)
  const merchantOrderId = checkId(fields.merchantOrderId, 'merchantOrderId')
  const amount = checkPaise(fields.amount, 'amount', quirks.leastLink)
  const metaInfo = optionalMetaInfo(fields.metaInfo)
  const description = optionalText(fields.description, 'description')
  if (description !== undefined && description.length > MAX_LINK_DESCRIPTION) {
    throw badField('description', `must not exceed ${MAX_LINK_DESCRIPTION} characters.`)
  }
  const flow = checkFields(fields.paymentFlow, 'paymentFlow')
  checkKnownFields(flow, FLOW_FIELDS, quirks, 'paymentFlow.')
  if (flow.type !== 'PAYLINK') throw badField('paymentFlow.type', 'must be PAYLINK.')
  const customer = parseCustomer(flow, quirks.linkPhoneNumber === 'required')
  const nowMs = clock.now()
  const expiresAtMs = parseExpiry(flow, nowMs) ?? nowMs + quirks.linkExpirySec * 1000
  const channels = parseChannels(flow.notificationChannels, ['SMS', 'EMAIL'])
  const link: LinkDetails = { code: ids.opaque(nowMs).slice(0, 10), messages: 0, ...customer }
  const input = { merchantOrderId, amount, expireAfterSec: 0, ...defined({ metaInfo }) }
  const { phoneNumber } = customer
  const order = newOrder(context, 'LINK', input, {
    link,
    expiresAtMs,
    ...defined({ message: description, phoneNumber }),
  })
  context.orders.open(order)
  if (channels.length > 0) writeMessage({ context, order, channels })
  const { orderId } = order
  return ok(
    { orderId, state: 'ACTIVE', expireAt: expiresAtMs, paylinkUrl: linkUrl(context, link) },
    { merchantOrderId },
  )
}

function parseCustomer(
  flow: Fields,
  isPhoneRequired: boolean,
): Pick<LinkDetails, 'name' | 'email'> & { phoneNumber?: string } {
  const details = optionalFields(flow.customerDetails, 'paymentFlow.customerDetails') ?? {}
  const at = 'paymentFlow.customerDetails'
  const phoneNumber = isPhoneRequired
    ? checkText(details.phoneNumber, `${at}.phoneNumber`)
    : optionalText(details.phoneNumber, `${at}.phoneNumber`)
  if (phoneNumber !== undefined && !/^(\d{10}|\+[1-9]\d{6,14})$/.test(phoneNumber)) {
    throw badField(`${at}.phoneNumber`, 'must have ten digits, or be written like +91….')
  }
  return defined({
    name: optionalText(details.name, `${at}.name`),
    email: optionalText(details.email, `${at}.email`),
    phoneNumber,
  })
}

/** The end of a link: in the future, and at most 30 days ahead. */
function parseExpiry(flow: Fields, nowMs: number): number | undefined {
  const expireAt = optionalTime(flow.expireAt, 'paymentFlow.expireAt')
  if (expireAt === undefined) return undefined
  if (expireAt <= nowMs) throw badField('paymentFlow.expireAt', 'must be in the future.')
  if (expireAt > nowMs + MAX_LINK_MS) throw linkRefused('INVALID_EXPIRY', 'expireAt must be within 30 days')
  return expireAt
}

function parseChannels(value: unknown, names: readonly [string, string]): string[] {
  const channels = optionalFields(value, 'notificationChannels') ?? {}
  return names.filter((name) => optionalFlag(channels[name], `notificationChannels.${name}`))
}

/** Writes the message of a real provider as a line of the journal. */
function writeMessage({
  context,
  order,
  channels,
}: {
  context: ProviderRequest['context']
  order: Order
  channels: string[]
}): void {
  const by = channels.map((channel) => channel.toUpperCase()).join(' and ')
  const { merchantOrderId } = order
  context.journal.write({
    atMs: context.clock.now(),
    kind: 'state',
    name: 'link.sent',
    merchantOrderId,
    note: `by ${by}`,
  })
}

/** `GET /paylinks/v1/{merchantOrderId}/status` */
export function linkStatus(request: ProviderRequest): Reply {
  const { context, params, asOfMs } = request
  const { merchantOrderId = '' } = params
  const stored = context.store.orders.get(merchantOrderId)
  const order = stored && context.replica.orders.at(merchantOrderId, stored, asOfMs)
  if (!order?.link) throw unknownOrder(context.settings.quirks)
  const latest = latestAttempt(order)
  const attempts = queryFlag(request, 'details') ? order.attempts : latest ? [latest] : []
  const { quirks, merchantId } = context.settings
  const paymentFlow = {
    type: 'PAYLINK',
    ...(quirks.linkUrlInStatus ? { paylinkUrl: linkUrl(context, order.link) } : {}),
  }
  const status = linkStatusResponse(order, order.link, { attempts, merchantId, quirks })
  return ok({ ...status, paymentFlow }, { merchantOrderId })
}

/** `POST /paylinks/v1/notify`: sends the link again. */
export function notifyLink({ context, body }: ProviderRequest): Reply {
  const { quirks } = context.settings
  const fields = bodyFields(body)
  const merchantOrderId = checkId(fields.merchantOrderId, 'merchantOrderId')
  const channels = parseChannels(checkFields(fields.notificationChannels, 'notificationChannels'), ['sms', 'email'])
  if (channels.length === 0) throw badField('notificationChannels', 'must have a channel that is true.')
  const { order, link } = findLink(context, merchantOrderId)
  if (!isActiveLink(order)) throw linkRefused('BAD_REQUEST', `The link is ${linkState(order, link, quirks)}`)
  if (link.messages >= quirks.linkMessages) {
    throw linkRefused('NOTIFICATION_ATTEMPTS_BREACHED', 'The link was sent as often as it may be')
  }
  context.orders.apply(merchantOrderId, { type: 'SENT' })
  writeMessage({ context, order, channels })
  return ok({ orderId: order.orderId, paylinkUrl: linkUrl(context, link) }, { merchantOrderId })
}

/** `POST /paylinks/v1/{merchantOrderId}/cancel` */
export function cancelLink({ context, params }: ProviderRequest): Reply {
  const { merchantOrderId = '' } = params
  const { order } = findLink(context, merchantOrderId)
  const { refused } = context.orders.apply(merchantOrderId, { type: 'CANCEL' })
  if (refused) throw linkRefused('BAD_REQUEST', 'The link cannot be cancelled [already in terminal state]')
  return ok({ orderId: order.orderId, state: 'CANCELLED' }, { merchantOrderId })
}

function findLink({ store, settings }: ProviderRequest['context'], merchantOrderId: string) {
  const order = store.orders.get(merchantOrderId)
  if (!order?.link) throw unknownOrder(settings.quirks)
  return { order, link: order.link }
}
