import type {
  HostedSetupBody,
  SubscriptionNotifyBody,
  SubscriptionSetupBody,
} from '@galla/contract/provider/subscriptions'
import { SUBSCRIPTION_ENDPOINTS, type SubscriptionEndpointName } from '@galla/contract/provider/subscriptions'
import { GallaError } from '../errors/galla-error.ts'
import { fillPath, type Operation, type OperationIds } from '../operations/operations.ts'
import type { CallOptions } from '../options.ts'
import { nextPollDelayMs, pollUntilFinal } from '../polling/poll.ts'
import {
  type MandateStatus,
  readMandateStatus,
  readRedemptionState,
  readSubscriptionOrder,
  type SubscriptionOrder,
} from '../responses/mandates.ts'
import { readCreatedOrder } from '../responses/orders.ts'
import {
  invalidRequest,
  optionalString,
  requireObject,
  validateLookupId,
  validateRedirectUrl,
} from '../validation/fields.ts'
import { type Names, refuseUnknownNames } from '../validation/names.ts'
import { validateCustomSetup, validateNotice, validateTerms } from './subscription-checks.ts'
import type {
  CustomMandateSetup,
  Family,
  HostedMandateSetup,
  MobileMandateSetup,
  Notice,
  SubscriptionPorts,
  Subscriptions,
} from './subscriptions.ts'

const SETUP_EXPIRY_MS = 900_000
const HOSTED_SETUP_EXPIRY_SEC = 1200

type AnySetup = CustomMandateSetup | HostedMandateSetup | MobileMandateSetup
type NamesOf<Shape> = Names<{ [Name in Shape extends unknown ? keyof Shape : never]: unknown }>

const SETUP: NamesOf<AnySetup> = {
  checkout: true,
  merchantOrderId: true,
  merchantSubscriptionId: true,
  authWorkflowType: true,
  amountType: true,
  amount: true,
  maxAmount: true,
  frequency: true,
  metaInfo: true,
  constraints: true,
  paymentMode: true,
  deviceContext: true,
  expireAt: true,
  subscriptionExpireAt: true,
  expireAfter: true,
  message: true,
  paymentModeConfig: true,
  redirectUrl: true,
  cancelRedirectUrl: true,
}
const NOTICE: NamesOf<Notice> = {
  checkout: true,
  merchantOrderId: true,
  merchantSubscriptionId: true,
  amount: true,
  expireAt: true,
  metaInfo: true,
  constraints: true,
  autoDebit: true,
  redemptionRetryStrategy: true,
}
/** Names that belong to the other kind of setup would have no effect. */
const ONLY_CUSTOM = ['paymentMode', 'deviceContext', 'expireAt'] as const
const ONLY_PAGE = ['expireAfter', 'message', 'paymentModeConfig', 'redirectUrl', 'cancelRedirectUrl'] as const

/** The kinds of setup: the names that do not apply, the paths, and the field of the response with which the payer authorises the mandate. */
const SETUPS = {
  custom: { refused: ONLY_PAGE, family: 'custom', link: 'intentUrl' },
  standard: { refused: ONLY_CUSTOM, family: 'standard', link: 'redirectUrl' },
  mobile: { refused: ONLY_CUSTOM, family: 'standard', link: 'token', template: '/checkout/v2/sdk/order' },
} as const

type Parts = Pick<Operation, 'body' | 'mayBeEmpty' | 'inconclusive'> & {
  query?: { readonly [name: string]: boolean | undefined }
  template?: string
  data?: NonNullable<Operation['report']>['data']
}

const REFUSED_BEFORE_DEBIT: ReadonlySet<string | undefined> = new Set([
  'SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED',
])

/** A refused redeem says that this call did nothing; an earlier one, whose reply was lost, may have debited (autopay §2.10). */
const isInconclusiveRedeem = (httpStatus: number, code: string | undefined) =>
  httpStatus >= 400 && httpStatus < 500 && ![401, 403, 429].includes(httpStatus) && !REFUSED_BEFORE_DEBIT.has(code)

/** The calls of `galla.subscriptions`; see there for the methods. */
export function createSubscriptions({ send, clock, options, report }: SubscriptionPorts): Subscriptions {
  report({
    eventName: 'SUBSCRIPTION_CLIENT_INITIALIZED',
    eventTime: Math.floor(clock.now() / 1000),
    data: { eventState: 'INITIATED', flowType: 'SUBSCRIPTION' },
  })
  const operation = (
    endpoint: SubscriptionEndpointName,
    subject: NonNullable<Operation['report']>['subject'],
    ids: OperationIds,
    family: Family['checkout'],
    { query, template, data, ...parts }: Parts = {},
  ): Operation => {
    const { method, host, ...paths } = SUBSCRIPTION_ENDPOINTS[endpoint]
    for (const [name, id] of Object.entries(ids)) validateLookupId(id, name)
    return {
      endpoint,
      method,
      host,
      path: fillPath(template ?? paths[familyOf(family)], ids as { [name: string]: string }, query),
      // The version of the client instead of the protocol's, in calls about mandates only (autopay §1.2).
      headers: { 'x-source-version': options.platform.version },
      ids,
      report: { subject, data: data ?? {} },
      ...parts,
    }
  }

  const getOrderStatus: Subscriptions['getOrderStatus'] = async (input, options) => {
    const { merchantOrderId, details, checkout } = known(input, {
      merchantOrderId: true,
      details: true,
      checkout: true,
    })
    const call = operation('subscriptionOrderStatus', 'ORDER_STATUS', { merchantOrderId }, checkout, {
      query: { details },
    })
    return readSubscriptionOrder(await send(call, options))
  }

  const getStatus: Subscriptions['getStatus'] = async (input, options) => {
    const { merchantSubscriptionId, checkout } = known(input, { merchantSubscriptionId: true, checkout: true })
    const data = { merchantSubscriptionId }
    const call = operation('subscriptionStatus', 'SUBSCRIPTION_STATUS', { merchantSubscriptionId }, checkout, { data })
    return readMandateStatus(await send(call, options))
  }

  const setup = async (input: AnySetup, options?: CallOptions) => {
    refuseUnknownNames(requireObject(input, 'input'), SETUP)
    const { checkout, merchantOrderId, merchantSubscriptionId, amount } = input
    if (!Object.hasOwn(SETUPS, checkout)) {
      throw invalidRequest('checkout', "must be 'custom', 'standard' or 'mobile'")
    }
    const { refused, family, link, ...paths } = SETUPS[checkout]
    for (const name of refused) {
      if ((input as Partial<Record<typeof name, unknown>>)[name] !== undefined) {
        throw invalidRequest(name, `does not apply to checkout '${checkout}'`)
      }
    }
    const isCustom = checkout === 'custom'
    const body = isCustom ? customBody(input, clock.now()) : hostedBody(input, clock.now())
    const { paymentMode, deviceContext } = isCustom ? input : {}
    const call = operation('subscriptionSetup', 'SETUP', { merchantOrderId }, family, {
      body,
      ...paths,
      data: {
        amount,
        merchantSubscriptionId,
        subscriptionExpireAt: input.subscriptionExpireAt,
        orderExpireAt: 'expireAt' in body ? body.expireAt : undefined,
        paymentInstrument: paymentMode?.type,
        targetApp: paymentMode?.type === 'UPI_INTENT' ? paymentMode.targetApp : undefined,
        deviceContext,
      },
    })
    const response = readCreatedOrder<{ intentUrl?: string; redirectUrl?: string; token?: string }>(
      await send(call, options),
    )
    if (paymentMode?.type !== 'UPI_COLLECT' && typeof response[link] !== 'string') {
      throw new GallaError({
        kind: 'invalid-response',
        message: `The provider's response has no ${link}: the payer cannot authorise the mandate. The mandate may exist: read its status`,
        outcome: 'unknown',
        attempts: 1,
        endpoint: 'subscriptionSetup',
      })
    }
    return response
  }

  return {
    setup: setup as Subscriptions['setup'],
    notify: async (input, options) => {
      refuseUnknownNames(requireObject(input, 'input'), NOTICE)
      validateNotice(input, clock.now())
      const { checkout, merchantOrderId, merchantSubscriptionId, amount, expireAt, metaInfo, constraints } = input
      const { redemptionRetryStrategy = 'STANDARD', autoDebit = false } = input
      const type = familyOf(checkout) === 'custom' ? 'SUBSCRIPTION_REDEMPTION' : 'SUBSCRIPTION_CHECKOUT_REDEMPTION'
      const paymentFlow = { type, merchantSubscriptionId, redemptionRetryStrategy, autoDebit } as const
      const body: SubscriptionNotifyBody = { merchantOrderId, amount, expireAt, metaInfo, constraints, paymentFlow }
      const data = { amount, merchantSubscriptionId, orderExpireAt: expireAt }
      const call = operation('subscriptionNotify', 'NOTIFY', { merchantOrderId }, checkout, { body, data })
      return readRedemptionState(await send(call, options))
    },
    redeem: async (input, options) => {
      const { merchantOrderId, checkout } = known(input, { merchantOrderId: true, checkout: true })
      const parts = { body: { merchantOrderId }, inconclusive: isInconclusiveRedeem }
      return readRedemptionState(
        await send(operation('subscriptionRedeem', 'REDEEM', { merchantOrderId }, checkout, parts), options),
      )
    },
    getStatus,
    cancel: async (input, options) => {
      const { merchantSubscriptionId, checkout } = known(input, { merchantSubscriptionId: true, checkout: true })
      const parts = { data: { merchantSubscriptionId }, mayBeEmpty: true }
      await send(operation('subscriptionCancel', 'CANCEL', { merchantSubscriptionId }, checkout, parts), options)
    },
    getOrderStatus,
    getTransactionStatus: async (input, options) => {
      const { transactionId, checkout } = known(input, { transactionId: true, checkout: true })
      const parts = { data: { transactionId } }
      const call = operation('subscriptionTransactionStatus', 'TRANSACTION_STATUS', { transactionId }, checkout, parts)
      return readSubscriptionOrder(await send(call, options))
    },
    waitForMandate: async (input, options) => {
      const { merchantOrderId, merchantSubscriptionId, checkout } = known(input, {
        merchantOrderId: true,
        merchantSubscriptionId: true,
        checkout: true,
      })
      validateLookupId(merchantOrderId, 'merchantOrderId')
      validateLookupId(merchantSubscriptionId, 'merchantSubscriptionId')
      return pollUntilFinal<{ order: SubscriptionOrder; mandate?: MandateStatus }>(
        {
          read: async (callOptions) => {
            const order = await getOrderStatus({ merchantOrderId, checkout }, callOptions)
            if (order.state !== 'COMPLETED') return { order }
            return { order, mandate: await getStatus({ merchantSubscriptionId, checkout }, callOptions) }
          },
          isFinal: ({ order, mandate }) =>
            order.state === 'FAILED' ||
            (mandate !== undefined && mandate.state !== 'ACTIVATION_IN_PROGRESS' && mandate.state !== 'UNKNOWN'),
          expiryOf: ({ order, mandate }) => (mandate ? undefined : order.expireAt),
        },
        clock,
        options,
      )
    },
    waitForRedemption: async (input, options) => {
      const { merchantOrderId, checkout } = known(input, { merchantOrderId: true, checkout: true })
      validateLookupId(merchantOrderId, 'merchantOrderId')
      return pollUntilFinal(
        {
          read: (callOptions) => getOrderStatus({ merchantOrderId, checkout }, callOptions),
          isFinal: ({ state }) => state === 'COMPLETED' || state === 'FAILED',
          expiryOf: ({ expireAt }) => expireAt,
          schedule: nextRedemptionPollMs,
        },
        clock,
        options,
      )
    },
  }
}

function known<Input extends object>(input: Input, names: NamesOf<Input>): Input {
  refuseUnknownNames(requireObject(input, 'input'), names)
  return input
}

function familyOf(checkout: unknown): 'custom' | 'standard' {
  if (checkout === undefined) return 'custom'
  if (checkout === 'custom' || checkout === 'standard') return checkout
  throw invalidRequest('checkout', "must be 'custom' or 'standard'; a mandate of the mobile SDK is 'standard'")
}

function customBody(input: CustomMandateSetup, nowMs: number): SubscriptionSetupBody {
  validateCustomSetup(input, nowMs)
  const { merchantOrderId, amount, metaInfo, constraints, deviceContext, paymentMode, subscriptionExpireAt } = input
  return {
    merchantOrderId,
    amount,
    // The sources disagree about the provider's default and its unit.
    expireAt: input.expireAt ?? nowMs + SETUP_EXPIRY_MS,
    metaInfo,
    constraints,
    deviceContext,
    paymentFlow: {
      type: 'SUBSCRIPTION_SETUP',
      ...termsOf(input),
      expireAt: subscriptionExpireAt,
      paymentMode,
    },
  }
}

function hostedBody(input: HostedMandateSetup | MobileMandateSetup, nowMs: number): HostedSetupBody {
  validateTerms(input, nowMs)
  const { merchantOrderId, amount, metaInfo, message, paymentModeConfig, redirectUrl, subscriptionExpireAt } = input
  const cancelRedirectUrl = 'cancelRedirectUrl' in input ? input.cancelRedirectUrl : undefined
  optionalString(message, 'message')
  if (subscriptionExpireAt === undefined) {
    throw invalidRequest('subscriptionExpireAt', 'is required: the page shows the payer when the mandate ends')
  }
  if (redirectUrl !== undefined || input.checkout === 'standard') validateRedirectUrl(redirectUrl)
  if (cancelRedirectUrl !== undefined) validateRedirectUrl(cancelRedirectUrl, 'cancelRedirectUrl')
  return {
    merchantOrderId,
    amount,
    expireAfter: input.expireAfter ?? HOSTED_SETUP_EXPIRY_SEC,
    metaInfo,
    ...(input.constraints && { constraints: input.constraints }),
    paymentFlow: {
      type: 'SUBSCRIPTION_CHECKOUT_SETUP',
      message,
      merchantUrls: redirectUrl === undefined ? undefined : { redirectUrl, cancelRedirectUrl },
      paymentModeConfig,
      subscriptionDetails: {
        subscriptionType: 'RECURRING',
        productType: 'UPI_MANDATE',
        ...termsOf(input),
        expireAt: subscriptionExpireAt,
      },
    },
  }
}

const termsOf = ({ merchantSubscriptionId, authWorkflowType, amountType, maxAmount, frequency }: AnySetup) => ({
  merchantSubscriptionId,
  authWorkflowType,
  amountType,
  maxAmount,
  frequency,
})

const QUICK_MS = 240_000
const HOUR_MS = 3_600_000
const FIVE_MINUTES_MS = 300_000

/** A debit may take days: on the schedule of payments first, then every five minutes, then hourly, and once after the expiry. */
function nextRedemptionPollMs(lastMs: number, expiresMs = Number.POSITIVE_INFINITY): number | undefined {
  if (lastMs < QUICK_MS) return nextPollDelayMs(lastMs, expiresMs)
  const nextMs = lastMs + (lastMs < HOUR_MS ? FIVE_MINUTES_MS : HOUR_MS)
  return nextMs < expiresMs ? nextMs : nextPollDelayMs(Math.max(lastMs, expiresMs), expiresMs)
}
