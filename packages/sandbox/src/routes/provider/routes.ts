import { ENDPOINTS, type EndpointName } from '@galla/contract/provider/endpoints'
import { LINK_ENDPOINTS, type LinkEndpointName } from '@galla/contract/provider/links'
import { SETTLEMENT_ENDPOINTS, type SettlementEndpointName } from '@galla/contract/provider/settlements'
import { SUBSCRIPTION_ENDPOINTS, type SubscriptionEndpointName } from '@galla/contract/provider/subscriptions'
import type { Hono } from 'hono'
import type { SandboxContext } from '../../context.ts'
import { lookUpVpa } from '../../domain/upi.ts'
import { badField, ok, type Reply } from '../../responses/errors.ts'
import { bodyFields, checkText, isFields } from '../validation.ts'
import { issueToken } from './authorization.ts'
import { customPay } from './custom-pay.ts'
import { handleProviderRequest } from './endpoint.ts'
import { cancelLink, createLink, linkStatus, notifyLink } from './links.ts'
import { setupInApp, setupMandate, setupOnPage } from './mandate-setup.ts'
import { cancelMandate, mandateStatus, notify, redeem } from './mandates.ts'
import { customSdkOrder, orderStatus, standardPay, standardSdkOrder, transactionStatus } from './orders.ts'
import { refund, refundStatus } from './refunds.ts'
import type { Handler, ProviderRequest } from './request.ts'
import { settlementRange, settlementStatus } from './settlements.ts'

/** One handler for each endpoint of the protocol. A missing one is a type error. */
const HANDLERS: { readonly [Name in EndpointName]: Handler } = {
  token: issueToken,
  standardPay: (request) => (isSetup(request) ? setupOnPage(request) : standardPay(request)),
  standardOrderStatus: orderStatus,
  standardTransactionStatus: transactionStatus,
  standardSdkOrder: (request) => (isSetup(request) ? setupInApp(request) : standardSdkOrder(request)),
  customPay,
  customOrderStatus: orderStatus,
  customTransactionStatus: transactionStatus,
  customSdkOrder,
  refund,
  refundStatus,
  validateUpi,
  events,
}

/** The hosted page serves payments and mandates under one path. */
function isSetup({ body }: ProviderRequest): boolean {
  return isFields(body) && isFields(body.paymentFlow) && body.paymentFlow.type === 'SUBSCRIPTION_CHECKOUT_SETUP'
}

const MANDATE_HANDLERS: { readonly [Name in SubscriptionEndpointName]: Handler } = {
  subscriptionSetup: setupMandate,
  subscriptionOrderStatus: orderStatus,
  subscriptionTransactionStatus: transactionStatus,
  subscriptionStatus: mandateStatus,
  subscriptionNotify: notify,
  subscriptionRedeem: redeem,
  subscriptionCancel: cancelMandate,
}

const LINK_HANDLERS: { readonly [Name in LinkEndpointName]: Handler } = {
  linkCreate: createLink,
  linkStatus,
  linkNotify: notifyLink,
  linkCancel: cancelLink,
}

const SETTLEMENT_HANDLERS: { readonly [Name in SettlementEndpointName]: Handler } = {
  settlementRange,
  settlementStatus,
}

/** Path prefixes of the live hosts, so that an official client only needs another host name. */
const LIVE_PREFIXES: readonly string[] = [
  '',
  '/apis/pg-sandbox',
  '/apis/pg',
  '/apis/identity-manager',
  '/apis/pg-ingestion',
]

/** Endpoints that the provider's sources document under a second path. */
const OTHER_PATHS: { readonly [Name in EndpointName]?: readonly string[] } = {
  validateUpi: ['/payments/v2/vpa/validate'],
}

/** Mounts every endpoint under every prefix. */
export function mountProviderRoutes(app: Hono, context: SandboxContext): void {
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]) {
    const paths = [endpoint.path, ...(OTHER_PATHS[name] ?? [])]
    for (const path of paths.flatMap(withPrefixes)) {
      app.on(endpoint.method, path, (c) => handleProviderRequest(context, name, HANDLERS[name], c))
    }
  }
}

/** Both families serve every mandate (autopay §9); the paths that the hosted page shares with payments are mounted already. */
export function mountMandateRoutes(app: Hono, context: SandboxContext): void {
  const shared = new Set(Object.values(ENDPOINTS).map(({ path }) => path))
  for (const [name, { method, custom, standard }] of Object.entries(SUBSCRIPTION_ENDPOINTS)) {
    const handler = MANDATE_HANDLERS[name as SubscriptionEndpointName]
    for (const path of [custom, standard].filter((one) => !shared.has(one)).flatMap(withPrefixes)) {
      app.on(method, path, (c) => handleProviderRequest(context, name as SubscriptionEndpointName, handler, c))
    }
  }
}

export function mountLinkRoutes(app: Hono, context: SandboxContext): void {
  for (const [name, { method, path }] of Object.entries(LINK_ENDPOINTS)) {
    const handler = LINK_HANDLERS[name as LinkEndpointName]
    for (const prefixed of withPrefixes(path)) {
      app.on(method, prefixed, (c) => handleProviderRequest(context, name as LinkEndpointName, handler, c))
    }
  }
}

export function mountSettlementRoutes(app: Hono, context: SandboxContext): void {
  for (const [name, { method, path }] of Object.entries(SETTLEMENT_ENDPOINTS)) {
    const handler = SETTLEMENT_HANDLERS[name as SettlementEndpointName]
    for (const prefixed of withPrefixes(path)) {
      app.on(method, prefixed, (c) => handleProviderRequest(context, name as SettlementEndpointName, handler, c))
    }
  }
}

/** A path with every prefix, with `{name}` parameters as `:name`. */
function withPrefixes(path: string): string[] {
  return LIVE_PREFIXES.map((prefix) => prefix + path.replace(/\{(\w+)\}/g, ':$1'))
}

/** `POST /v2/validate/upi`: the holder of a UPI id or UPI number. */
function validateUpi({ body }: ProviderRequest): Reply {
  const fields = bodyFields(body)
  const type = checkText(fields.type, 'type')
  if (type === 'VPA') {
    const vpa = checkText(fields.vpa, 'vpa')
    if (vpa.length > 255) throw badField('vpa', 'must not exceed 255 characters.')
    return ok(lookUpVpa(vpa))
  }
  if (type !== 'UPI_NUMBER') throw badField('type', 'must be VPA or UPI_NUMBER.')
  const upiNumber = checkText(fields.upiNumber, 'upiNumber')
  return ok(/^\d{8,10}$/.test(upiNumber) ? { valid: true, name: 'Asha Sandbox' } : { valid: false })
}

/** `POST /client/v1/backend/events/batch`: telemetry is written to the journal and otherwise ignored. */
function events({ body }: ProviderRequest): Reply {
  const fields = bodyFields(body)
  if (!Array.isArray(fields.events)) throw badField('events', 'must be a list.')
  return ok({ accepted: fields.events.length })
}
