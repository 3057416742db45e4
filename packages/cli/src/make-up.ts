import { randomBytes } from 'node:crypto'
import type { Galla, Paise } from '@galla/sdk'
import type { Control } from './control.ts'

/** What an event is about. */
export interface Subject {
  merchantOrderId?: string
  merchantRefundId?: string
}

/** Paise; an amount that no outcome rule of the sandbox knows. */
const AMOUNT = 49_900

/**
 * Lets the event happen for real: opens an order as an app would, settles it, refunds it where the event is about a refund.
 * The sandbox then sends the callback by itself.
 */
export async function makeUp(event: string, provider: string, control: Control): Promise<Subject> {
  const { Galla, paise } = await import('@galla/sdk')
  const galla = new Galla({ clientId: 'galla-trigger', clientSecret: 'any', clientVersion: 1, hosts: provider })
  const name = randomBytes(4).toString('hex')
  const order = { merchantOrderId: `trigger-${name}`, amount: paise(AMOUNT), redirectUrl: 'http://127.0.0.1/thanks' }
  try {
    await open(galla, event, order)
    const params = { merchantOrderId: order.merchantOrderId }
    const outcome = /failed$/.test(event) && !isRefund(event) ? 'FAILURE' : 'SUCCESS'
    // An attempt alone may fail where the order allows another one.
    const keepOpen = isAttempt(event)
    await control('POST /orders/:merchantOrderId/simulate', { params, body: { outcome, keepOpen } })
    if (!isRefund(event)) return params

    const merchantRefundId = `trigger-refund-${name}`
    await galla.refunds.create({
      merchantRefundId,
      originalMerchantOrderId: params.merchantOrderId,
      amount: order.amount,
    })
    await control('POST /refunds/:merchantRefundId/simulate', {
      params: { merchantRefundId },
      body: { outcome: REFUND_OUTCOMES[event.split('.').at(-1) ?? ''] ?? 'SUCCESS' },
    })
    return { ...params, merchantRefundId }
  } finally {
    await galla.close()
  }
}

const REFUND_OUTCOMES: { readonly [word: string]: 'ACCEPTED' | 'SUCCESS' | 'FAILURE' } = {
  accepted: 'ACCEPTED',
  completed: 'SUCCESS',
  failed: 'FAILURE',
}

export const isRefund = (event: string): boolean => event.startsWith('pg.refund.')

const isAttempt = (event: string): boolean => event.endsWith('.attempt.failed')

/** An order of a custom checkout takes one attempt and fails with it: that an attempt alone failed is told only on demand. */
export const happensByItself = (event: string): boolean => !(isAttempt(event) && event.startsWith('pg.'))

/** Events of the hosted page say `checkout.`, those of a custom checkout `pg.`. */
const open = (galla: Galla, event: string, order: { merchantOrderId: string; amount: Paise; redirectUrl: string }) =>
  event.startsWith('checkout.')
    ? galla.standardCheckout.pay(order)
    : galla.customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } })
