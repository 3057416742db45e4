import { NOTICE_MS, RETRY_STRATEGIES } from '@galla/contract/provider/subscriptions'
import type { SandboxContext } from '../../context.ts'
import { nextOffPeakMs } from '../../domain/billing-time.ts'
import { defined } from '../../domain/defined.ts'
import type { Mandate, MandateFamily } from '../../domain/mandate.ts'
import {
  isFinal,
  REDEMPTION_LIFE_MS,
  type Redemption,
  type RedemptionRefusal,
  validAfterMs,
} from '../../domain/redemption.ts'
import {
  badField,
  duplicateOrder,
  mandateRefused,
  ok,
  type ProviderError,
  type Reply,
  transactionLimitExceeded,
  unknownMandate,
  unknownOrder,
} from '../../responses/errors.ts'
import { mandateResponse, redemptionResponse } from '../../responses/mandates.ts'
import { cycleIsPaid, cycleIsTaken } from '../../services/mandate-cycles.ts'
import {
  bodyFields,
  checkFields,
  checkId,
  checkPaise,
  checkText,
  optionalConstraints,
  optionalFlag,
  optionalMetaInfo,
  optionalText,
  optionalTime,
} from '../validation.ts'
import { type ProviderRequest, queryFlag } from './request.ts'

/** Time that a notification takes. Milliseconds. */
const NOTIFY_MS = 2_000

/**
 * @param asOfMs reads the replica as it was then
 * @throws ProviderError SUBSCRIPTION_NOT_FOUND
 */
function findMandate({ store, settings, replica }: SandboxContext, id: string, asOfMs?: number): Mandate {
  const mandate = replica.mandates.at(id, store.mandates.get(id), asOfMs)
  const hidden = mandate?.state === 'ACTIVATION_IN_PROGRESS' && settings.quirks.unapprovedMandate !== mandate.state
  if (!mandate || hidden) throw unknownMandate(settings.quirks)
  return mandate
}

/** `GET …/{merchantSubscriptionId}/status` */
export function mandateStatus({ context, params, asOfMs }: ProviderRequest): Reply {
  return ok(mandateResponse(findMandate(context, params.merchantSubscriptionId ?? '', asOfMs)))
}

/** `POST …/{merchantSubscriptionId}/cancel`: accepted now, ended moments later. */
export function cancelMandate({ context, params }: ProviderRequest): Reply {
  const mandate = findMandate(context, params.merchantSubscriptionId ?? '')
  const { refused } = context.mandates.apply(mandate.merchantSubscriptionId, { type: 'CANCEL' })
  if (refused) throw mandateRefused('INVALID_SUBSCRIPTION_STATE', `The subscription is ${mandate.state}`)
  return context.settings.quirks.mandateCancelled === 200 ? ok({}) : { status: 204, body: undefined }
}

/** `POST …/notify`: opens a redemption order and tells the payer. */
export function notify({ context, body }: ProviderRequest): Reply {
  const { store, ids, clock, settings } = context
  const fields = bodyFields(body)
  const flow = checkFields(fields.paymentFlow, 'paymentFlow')
  const family = familyOf(checkText(flow.type, 'paymentFlow.type'))
  const merchantOrderId = checkId(fields.merchantOrderId, 'merchantOrderId')
  const amount = checkPaise(fields.amount, 'amount', settings.quirks.leastDebit)
  const metaInfo = optionalMetaInfo(fields.metaInfo)
  optionalConstraints(fields.constraints)
  const autoDebit = optionalFlag(flow.autoDebit, 'paymentFlow.autoDebit')
  const strategy = optionalText(flow.redemptionRetryStrategy, 'paymentFlow.redemptionRetryStrategy') ?? 'STANDARD'
  const retryStrategy = RETRY_STRATEGIES.find((one) => one === strategy)
  if (!retryStrategy) throw badField('paymentFlow.redemptionRetryStrategy', 'must be STANDARD or CUSTOM.')
  const nowMs = clock.now()
  const expiresAtMs = optionalTime(fields.expireAt, 'expireAt') ?? nowMs + REDEMPTION_LIFE_MS
  if (expiresAtMs <= nowMs + NOTICE_MS) throw badField('expireAt', 'must be later than 24 hours from now.')

  const subscription = checkId(flow.merchantSubscriptionId, 'paymentFlow.merchantSubscriptionId')
  const mandate = findMandate(context, subscription)
  if (store.redemptions.get(merchantOrderId) || store.orders.get(merchantOrderId)) throw duplicateOrder(settings.quirks)
  if (mandate.state !== 'ACTIVE') {
    throw mandateRefused('INVALID_SUBSCRIPTION_STATE', `The subscription is ${mandate.state}`)
  }
  if (amount > mandate.maxAmount) {
    throw transactionLimitExceeded(`amount must be at most ${mandate.maxAmount}, the maxAmount of this subscription`)
  }
  if (mandate.amountType === 'FIXED' && amount !== mandate.maxAmount) {
    throw badField('amount', `must be ${mandate.maxAmount}: the amount of this subscription is fixed.`)
  }
  if (cycleIsTaken(store, mandate, nowMs, expiresAtMs, settings.quirks)) {
    throw mandateRefused('BAD_REQUEST', 'This cycle of the subscription is paid or has an open redemption')
  }
  const redemption: Redemption = {
    merchantOrderId,
    orderId: ids.order(nowMs),
    merchantSubscriptionId: subscription,
    family,
    amount,
    state: 'NOTIFICATION_IN_PROGRESS',
    createdAtMs: nowMs,
    expiresAtMs,
    retryStrategy,
    autoDebit,
    tries: [],
    next: { atMs: nowMs + NOTIFY_MS, step: 'NOTIFY' },
    ...defined({ metaInfo }),
  }
  context.mandates.openRedemption(redemption)
  const { orderId } = redemption
  return ok({ orderId, state: settings.quirks.notifyState, expireAt: expiresAtMs }, { merchantOrderId })
}

function familyOf(type: string): MandateFamily {
  if (type === 'SUBSCRIPTION_REDEMPTION') return 'custom'
  if (type === 'SUBSCRIPTION_CHECKOUT_REDEMPTION') return 'standard'
  throw badField('paymentFlow.type', 'must be SUBSCRIPTION_REDEMPTION or SUBSCRIPTION_CHECKOUT_REDEMPTION.')
}

/** `POST …/redeem`: debits (autopay §2.7, §2.10). */
export function redeem({ context, body }: ProviderRequest): Reply {
  const { store, clock, settings } = context
  const merchantOrderId = checkId(bodyFields(body).merchantOrderId, 'merchantOrderId')
  const redemption = store.redemptions.get(merchantOrderId)
  if (!redemption) throw unknownOrder(settings.quirks)
  const nowMs = clock.now()
  refuseRedeem(context, redemption, nowMs)
  const started = context.mandates.debit(merchantOrderId, nowMs)
  if ('refused' in started) throw redeemError(started.refused)
  return ok({ transactionId: started.transactionId, state: 'PENDING' }, { merchantOrderId })
}

/** Refuses a redeem for reasons that the state machine of the order does not know: strategy, mandate, cycle and hour. */
function refuseRedeem({ store, settings }: SandboxContext, redemption: Redemption, nowMs: number): void {
  if (redemption.autoDebit) throw mandateRefused('BAD_REQUEST', 'PhonePe debits this order: autoDebit is true')
  if (redemption.retryStrategy === 'STANDARD' && (redemption.tries.length > 0 || isFinal(redemption))) {
    throw redeemError('PROVIDER_RETRIES')
  }
  const mandate = store.mandates.get(redemption.merchantSubscriptionId)
  if (mandate?.state !== 'ACTIVE') {
    throw mandateRefused('INVALID_SUBSCRIPTION_STATE', `The subscription is ${mandate?.state ?? 'unknown'}`)
  }
  // The order itself refuses these, which says more than a cycle or an hour that is over by then.
  const fromMs = validAfterMs(redemption)
  if (redemption.void || fromMs === undefined || nowMs < fromMs) return
  const atMs = settings.quirks.peakHours === 'delayed' ? nextOffPeakMs(nowMs) : nowMs
  if (settings.quirks.peakHours === 'refused' && nextOffPeakMs(nowMs) !== nowMs) {
    throw mandateRefused('BAD_REQUEST', 'Redemptions are not executed in peak hours')
  }
  if (!isFinal(redemption) && cycleIsPaid(store, mandate, atMs, settings.quirks, redemption.merchantOrderId)) {
    throw mandateRefused('BAD_REQUEST', 'This cycle of the subscription is already debited')
  }
}

function redeemError(refused: RedemptionRefusal): ProviderError {
  switch (refused) {
    case 'TOO_EARLY':
    case 'NOT_NOTIFIED':
      return mandateRefused(
        'SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED',
        '24 hours have not passed since the notification',
      )
    case 'PROVIDER_RETRIES':
      return mandateRefused('DUPLICATE_TXN_REQUEST', 'The retry strategy of this order is PHONEPE_CONTROLLED')
    case 'TRY_IS_OPEN':
      return mandateRefused('BAD_REQUEST', 'The previous transaction is not in a terminal state')
    case 'RETRY_TOO_EARLY':
      return mandateRefused('BAD_REQUEST', 'A retry is possible 90 minutes after the previous transaction')
    case 'TRIES_USED_UP':
      return mandateRefused('BAD_REQUEST', 'All retries of this order are used up')
    case 'EXPIRED':
      return mandateRefused(
        'BAD_REQUEST',
        'The window of this redemption is over: notify again with a new merchantOrderId',
      )
    case 'VOID':
      return mandateRefused(
        'BAD_REQUEST',
        'The notification of this order is void: notify again with a new merchantOrderId',
      )
    default:
      return mandateRefused('BAD_REQUEST', 'The order is in a terminal state')
  }
}

/** The status of a redemption order; `undefined` when the id is not one. */
export function redemptionStatus(request: ProviderRequest, merchantOrderId: string): Reply | undefined {
  const redemption = asSeenBy(request, request.context.store.redemptions.get(merchantOrderId))
  if (!redemption) return undefined
  const { merchantId, quirks } = request.context.settings
  // The clients for mandates send no query, and expect every attempt (autopay §2.4).
  const details = request.query('details') === undefined || queryFlag(request, 'details')
  const tries = details ? redemption.tries : redemption.tries.slice(-1)
  return ok(redemptionResponse(redemption, { tries, merchantId, quirks }), { merchantOrderId })
}

/** The redemption order as the replica that answers shows it. */
function asSeenBy({ context, asOfMs }: ProviderRequest, redemption: Redemption | undefined): Redemption | undefined {
  return redemption && context.replica.redemptions.at(redemption.merchantOrderId, redemption, asOfMs)
}

/** The status of one try of a debit. */
export function redemptionTransaction(request: ProviderRequest, transactionId: string): Reply | undefined {
  const redemption = asSeenBy(request, request.context.store.redemptionByTransaction(transactionId))
  const tries = redemption?.tries.filter((one) => one.transactionId === transactionId) ?? []
  if (!redemption || tries.length === 0) return undefined
  const { merchantId, quirks } = request.context.settings
  return ok(redemptionResponse(redemption, { tries, merchantId, quirks }), {
    merchantOrderId: redemption.merchantOrderId,
  })
}
