import type { Paise } from '@galla/contract/money'
import type { RefundState } from '@galla/contract/provider/states'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'
import { type Message, orderMessage, refundMessage } from '../callbacks/messages.ts'
import { modeOf, signatureHeaders } from '../callbacks/sign.ts'
import { tampered } from '../callbacks/tampering.ts'
import type { Provider } from '../context.ts'
import { type Order, openOrder } from '../domain/order.ts'
import { changeOrder, type OrderCommand } from '../domain/order-state-machine.ts'
import { CANCELLED, failureOf } from '../domain/outcome.ts'
import { SAVINGS, splitsOf } from '../domain/payer.ts'
import { openRefund, type Refund, type RefundEvent } from '../domain/refund.ts'
import type { Range, Shot } from './drill.ts'

const AMOUNT = 49_900 as Paise
const JSON_TYPE = { 'content-type': 'application/json' }

/** Orders made for the drill alone. They are in the sandbox, so that a receiver which reads their status finds them. */
export function createRange(provider: Provider, receiver: CallbackReceiver): Range {
  const { ids, clock, store, settings } = provider
  const otherSecrets = {
    ...receiver,
    password: `${receiver.password ?? ''}x`,
    secretKey: `${receiver.secretKey ?? ''}x`,
  }
  const shot = (body: string, headers: Shot['headers']): Shot => ({ body, headers: { ...JSON_TYPE, ...headers } })

  const opened = (): Order => {
    const nowMs = clock.now()
    const orderId = ids.order(nowMs)
    const order = openOrder({
      merchantOrderId: `drill-${orderId.slice(-7)}`,
      orderId,
      product: 'STANDARD',
      amount: AMOUNT,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 600_000,
      pageToken: ids.opaque(),
      retryDisabled: false,
    })
    const transactionId = ids.attempt(nowMs)
    const payer = { kind: 'ACCOUNT', account: SAVINGS } as const
    const attempt = { transactionId, mode: 'UPI_QR', amount: AMOUNT, startedAtMs: nowMs, payer } as const
    return apply(order, { type: 'START', attempt })
  }
  const apply = (order: Order, command: OrderCommand, atMs = clock.now()): Order => {
    const { order: next } = changeOrder(order, command, atMs)
    store.orders.put(next)
    return next
  }
  const transactionOf = (order: Order): string => order.attempts[0]?.transactionId ?? ''
  const succeed = (order: Order): Order => {
    const transactionId = transactionOf(order)
    const splits = splitsOf({ kind: 'ACCOUNT', account: SAVINGS }, AMOUNT, ids.bankReferences(transactionId))
    return apply(order, { type: 'SUCCEED', transactionId, splits })
  }
  const fail = (order: Order, final: boolean): Order =>
    apply(order, { type: 'FAIL', transactionId: transactionOf(order), failure: CANCELLED, final })

  const refunded = (state: RefundState): Refund => {
    const refundId = ids.refund(clock.now())
    const merchantRefundId = `drill-${refundId.slice(-7)}`
    const wanted = { merchantRefundId, refundId, amount: 10_000 as Paise, plan: [] }
    const refund = openRefund(succeed(opened()), [], wanted, clock.now())
    if ('refused' in refund) throw new Error(`drill: a fresh order refused its refund: ${refund.refused}`)
    const failure = state === 'FAILED' ? failureOf('BF_034') : undefined
    const settled: Refund = { ...refund, state, ...(failure ? { failure } : {}) }
    store.refunds.put(settled)
    return settled
  }
  const toldOf = (refund: Refund): Message => refundMessage(refund, EVENT_OF[refund.state], settings)

  return {
    mode: modeOf(receiver),
    completed: () => orderMessage(succeed(opened()), { type: 'ORDER_COMPLETED' }, settings),
    failed: () => orderMessage(fail(opened(), true), { type: 'ORDER_FAILED' }, settings),
    attemptFailed: () => {
      const order = fail(opened(), false)
      return orderMessage(order, { type: 'ATTEMPT_FAILED', transactionId: transactionOf(order) }, settings)
    },
    refund: (state) => toldOf(refunded(state)),
    latePayment: () => {
      const order = opened()
      const expired = apply(order, { type: 'EXPIRE' }, order.expiresAtMs)
      const failed = orderMessage(expired, { type: 'ORDER_FAILED' }, settings)
      return [failed, orderMessage(succeed(expired), { type: 'ORDER_COMPLETED' }, settings)]
    },
    refundBackwards: () => {
      const done = refunded('COMPLETED')
      return [toldOf(done), toldOf({ ...done, state: 'CONFIRMED' })]
    },
    signed: (body) => shot(body, signatureHeaders(body, receiver)),
    signedWrongly: (body) => shot(body, signatureHeaders(body, otherSecrets)),
    tampered: (body) => shot(tampered(body), signatureHeaders(body, receiver)),
    unsigned: (body) => shot(body, {}),
  }
}

const EVENT_OF: { readonly [State in RefundState]: RefundEvent } = {
  PENDING: 'REFUND_ACCEPTED',
  CONFIRMED: 'REFUND_ACCEPTED',
  COMPLETED: 'REFUND_COMPLETED',
  FAILED: 'REFUND_FAILED',
}
