import type { Paise } from '@galla/contract/money'
import type { RefundState } from '@galla/contract/provider/states'
import type { CallbackReceiver, DrillOrder } from '@galla/contract/sandbox-api/routes'
import { type CallbackMessage, orderMessage, refundMessage } from '../callbacks/messages.ts'
import { signatureHeaders, signatureMode } from '../callbacks/sign.ts'
import { tamper } from '../callbacks/tampering.ts'
import type { SandboxContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import type { MandateDetails } from '../domain/mandate.ts'
import { createOrder, type Order } from '../domain/order.ts'
import { applyOrderCommand, type OrderCommand } from '../domain/order-state-machine.ts'
import { CANCELLED, findFailure } from '../domain/outcome.ts'
import { SAVINGS_ACCOUNT, splitsOf } from '../domain/payer.ts'
import { openRefund, type Refund, type RefundEvent } from '../domain/refund.ts'
import { createMandateFixtures, type MandateFixtures } from './mandate-fixtures.ts'

/** One callback of a drill, ready to be sent. */
export interface DrillRequest {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

/** The material of the drills: messages about orders that exist in the sandbox, and requests that carry them. */
export interface DrillFixtures {
  readonly mode: ReturnType<typeof signatureMode>
  /** Every order so far, with what the receiver may do with it. */
  readonly orders: readonly Omit<DrillOrder, 'statusChecks'>[]
  /** The orders that follow belong to the drill of this name. */
  startDrill(name: string): void
  /** About the shop's own order, if it was named; otherwise, and later, about a new one. */
  ownOrder(): CallbackMessage
  completed(): CallbackMessage
  /** Reports the payment of an order that is not paid. */
  untrue(): CallbackMessage
  failed(): CallbackMessage
  attemptFailed(): CallbackMessage
  refund(state: 'CONFIRMED' | 'COMPLETED' | 'FAILED'): CallbackMessage
  /** Two messages about one order: it expires, then it is completed by a late payment. */
  latePayment(): readonly CallbackMessage[]
  /** Two messages about one refund in the wrong order: completed, then accepted. */
  refundReversed(): readonly CallbackMessage[]
  readonly mandates: MandateFixtures
  signed(body: string): DrillRequest
  signedWithWrongSecret(body: string): DrillRequest
  /** Signed, then changed. */
  tampered(body: string): DrillRequest
  unsigned(body: string): DrillRequest
}

const AMOUNT = 49_900 as Paise
const REFUND_AMOUNT = 10_000 as Paise
const LIFETIME_MS = 600_000
const PAYER = { kind: 'ACCOUNT', account: SAVINGS_ACCOUNT } as const

const EVENT_OF: { readonly [State in RefundState]: RefundEvent } = {
  PENDING: 'REFUND_ACCEPTED',
  CONFIRMED: 'REFUND_ACCEPTED',
  COMPLETED: 'REFUND_COMPLETED',
  FAILED: 'REFUND_FAILED',
}

/**
 * Stores the orders that it makes, so that a receiver that checks their status finds them.
 * @param own an order of the shop: pending, or completed already
 */
export function createFixtures(context: SandboxContext, receiver: CallbackReceiver, own?: Order): DrillFixtures {
  const { ids, clock, store, settings } = context
  const wrongSecrets = {
    ...receiver,
    password: `${receiver.password ?? ''}x`,
    secretKey: `${receiver.secretKey ?? ''}x`,
  }
  const request = (body: string, headers: DrillRequest['headers']): DrillRequest => ({
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

  const orders: Omit<DrillOrder, 'statusChecks'>[] = []
  let drill = ''
  const record = (merchantOrderId: string, mayFulfil: DrillOrder['mayFulfil']): void => {
    if (!orders.some((one) => one.merchantOrderId === merchantOrderId))
      orders.push({ merchantOrderId, drill, mayFulfil })
  }

  const pendingOrder = (mayFulfil: DrillOrder['mayFulfil'] = 'at-most-once', mandate?: MandateDetails): Order => {
    const nowMs = clock.now()
    const orderId = ids.order(nowMs)
    const order = createOrder({
      merchantOrderId: `drill-${orderId.slice(-7)}`,
      orderId,
      product: mandate?.family === 'custom' ? 'CUSTOM' : 'STANDARD',
      amount: mandate?.maxAmount ?? AMOUNT,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + LIFETIME_MS,
      pageToken: ids.opaque(nowMs),
      retryDisabled: mandate?.family === 'custom',
      ...defined({ mandate }),
    })
    record(order.merchantOrderId, mayFulfil)
    return started(order)
  }
  const started = (order: Order): Order => {
    const startedAtMs = clock.now()
    const transactionId = ids.attempt(startedAtMs)
    return apply(order, {
      type: 'START',
      attempt: { transactionId, mode: 'UPI_QR', amount: order.amount, startedAtMs, payer: PAYER },
    })
  }
  const completedOwn = (order: Order): Order => {
    record(order.merchantOrderId, 'once')
    if (order.state === 'COMPLETED') return order
    return complete(order.attempts.at(-1)?.state === 'PENDING' ? order : started(order))
  }
  const apply = (order: Order, command: OrderCommand, atMs = clock.now()): Order => {
    const { order: next } = applyOrderCommand(order, command, atMs)
    store.orders.put(next)
    return next
  }
  const transactionOf = (order: Order): string => order.attempts.at(-1)?.transactionId ?? ''
  const success = (order: Order): OrderCommand => {
    const transactionId = transactionOf(order)
    const payer = order.attempts.at(-1)?.payer ?? PAYER
    return { type: 'SUCCEED', transactionId, splits: splitsOf(payer, order.amount, ids.bankReferences(transactionId)) }
  }
  const complete = (order: Order): Order => apply(order, success(order))
  const fail = (order: Order, final: boolean): Order =>
    apply(order, { type: 'FAIL', transactionId: transactionOf(order), failure: CANCELLED, final })

  const refundIn = (state: RefundState): Refund => {
    const refundId = ids.refund(clock.now())
    const merchantRefundId = `drill-${refundId.slice(-7)}`
    const input = { merchantRefundId, refundId, amount: REFUND_AMOUNT, plan: [] }
    const opened = openRefund(complete(pendingOrder()), [], input, clock.now())
    if ('refused' in opened) throw new Error(`drill: the refund of a new order was refused: ${opened.refused}`)
    const failure = state === 'FAILED' ? findFailure('BF_034') : undefined
    const refund: Refund = { ...opened, state, ...defined({ failure }) }
    store.refunds.put(refund)
    return refund
  }
  const messageFor = (refund: Refund): CallbackMessage => refundMessage(refund, EVENT_OF[refund.state], settings)

  return {
    mode: signatureMode(receiver),
    orders,
    startDrill: (name) => {
      drill = name
    },
    ownOrder: () => {
      const order = own ? completedOwn(store.orders.get(own.merchantOrderId) ?? own) : complete(pendingOrder())
      return orderMessage(order, { type: 'ORDER_COMPLETED' }, settings)
    },
    untrue: () => {
      const order = pendingOrder('never')
      const { order: paid } = applyOrderCommand(order, success(order), clock.now())
      return orderMessage(paid, { type: 'ORDER_COMPLETED' }, settings)
    },
    completed: () => orderMessage(complete(pendingOrder()), { type: 'ORDER_COMPLETED' }, settings),
    failed: () => orderMessage(fail(pendingOrder('never'), true), { type: 'ORDER_FAILED' }, settings),
    attemptFailed: () => {
      const order = fail(pendingOrder('never'), false)
      return orderMessage(order, { type: 'ATTEMPT_FAILED', transactionId: transactionOf(order) }, settings)
    },
    refund: (state) => messageFor(refundIn(state)),
    latePayment: () => {
      const order = pendingOrder()
      const expired = apply(order, { type: 'EXPIRE' }, order.expiresAtMs)
      const failed = orderMessage(expired, { type: 'ORDER_FAILED' }, settings)
      return [failed, orderMessage(complete(expired), { type: 'ORDER_COMPLETED' }, settings)]
    },
    refundReversed: () => {
      const completed = refundIn('COMPLETED')
      return [messageFor(completed), messageFor({ ...completed, state: 'CONFIRMED' })]
    },
    mandates: createMandateFixtures({
      context,
      record,
      setupOrder: (mandate, end) =>
        end === 'completed'
          ? complete(pendingOrder('at-most-once', mandate))
          : fail(pendingOrder('never', mandate), true),
    }),
    signed: (body) => request(body, signatureHeaders(body, receiver)),
    signedWithWrongSecret: (body) => request(body, signatureHeaders(body, wrongSecrets)),
    tampered: (body) => request(tamper(body), signatureHeaders(body, receiver)),
    unsigned: (body) => request(body, {}),
  }
}
