import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import type { EventName } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { isMilestone, resultOf, stepsOf } from './result-messages.ts'

const ORDER: Order = {
  merchantOrderId: 'o-1',
  reference: 'cart-1',
  checkout: 'STANDARD',
  amount: paise(49_900),
  state: 'COMPLETED',
  resolution: 'fulfil',
  orderId: 'OMO1',
  utr: '602557741976',
  refundedAmount: paise(0),
  refundableAmount: paise(49_900),
  createdAtMs: 1,
  updatedAtMs: 3,
  completedAtMs: 3,
  expiresAtMs: 10,
  version: 1,
}
const webhook: TimelineEntry = {
  kind: 'callback',
  atMs: 2,
  callbackId: '1',
  event: 'checkout.order.completed',
  verdict: 'accepted',
  state: 'COMPLETED',
}
const byStatus: TimelineEntry = {
  kind: 'decision',
  atMs: 3,
  decisionId: '2',
  rule: 'completed-by-status',
  from: 'PENDING',
  to: 'COMPLETED',
}
const delivery: TimelineEntry = {
  kind: 'delivery',
  atMs: 4,
  deliveryId: 'd',
  event: 'order.completed',
  subscriber: 'handlers',
  state: 'done',
  attempts: 1,
}

/** A role that may do everything. */
const anyone = () => true

const textOf = (order: Partial<Order>, timeline: TimelineEntry[] = [], nowMs = 5, siblings: Order[] = []) => {
  const { title, text } = resultOf({ order: { ...ORDER, ...order }, timeline, siblings, refunds: [] }, nowMs, anyone)
  return `${title} ${text}`
}

describe('resultOf', () => {
  it('says of a proved mandate that its amount is returned, and of no payment', () => {
    const setup = { checkout: 'MANDATE_CHECK', amount: paise(200) } as const
    expect(textOf(setup, [webhook, byStatus])).toBe(
      'The payer approved the mandate. The provider took ₹2.00 to check the account, and returns the amount automatically. No payment is recorded.',
    )
    const labels = stepsOf({ order: { ...ORDER, ...setup }, timeline: [byStatus] }).map(({ label }) => label)
    expect(labels).toContain('Mandate approved')
    expect(labels).not.toContain('Paid')
  })

  it('says of a paid order that the payer has paid twice', () => {
    const refunded = { resolution: 'duplicate-refund', refundableAmount: paise(0) } as const
    const second: Order = { ...ORDER, merchantOrderId: 'o-2', ...refunded }
    expect(textOf({}, [webhook, byStatus, delivery], 5, [second])).toBe(
      'Paid. Webhook and status API agree. UTR 602557741976. The payer has paid twice: the second payment, order o-2, is being refunded automatically.',
    )
    const returned = { ...second, refundedAmount: paise(49_900) }
    expect(textOf({}, [webhook, byStatus, delivery], 5, [returned])).toContain('order o-2, was refunded automatically.')
    expect(textOf({}, [webhook, byStatus, delivery], 5, [{ ...second, resolution: 'late-refund' }])).not.toContain(
      'twice',
    )
    const owing = { ...second, refundableAmount: paise(10_000) }
    expect(textOf({}, [webhook, byStatus, delivery], 5, [owing])).toContain('order o-2, owes the payer ₹100.00.')
  })

  it.each<[string, string, Partial<Order>, TimelineEntry[]]>([
    ['both sources', 'Paid. Webhook and status API agree. UTR 602557741976.', {}, [webhook, byStatus, delivery]],
    [
      'no webhook',
      'Paid. The status API reports it; no webhook has arrived. UTR 602557741976.',
      {},
      [byStatus, delivery],
    ],
    [
      'no webhook but that of a refund',
      'Paid. The status API reports it; no webhook has arrived. UTR 602557741976. ₹20.00 of it is refunded.',
      { refundedAmount: paise(2_000) },
      [byStatus, delivery, { ...webhook, event: 'pg.refund.completed' }],
    ],
    [
      'a webhook of a subscription',
      'Paid. Webhook and status API agree. UTR 602557741976.',
      {},
      [{ ...webhook, event: 'subscription.redemption.order.completed' }, byStatus, delivery],
    ],
    [
      'a partial refund',
      'Paid. Webhook and status API agree. UTR 602557741976. ₹20.00 of it is refunded.',
      { refundedAmount: paise(2_000) },
      [webhook, byStatus, delivery],
    ],
  ])('of a paid order with %s', (_, text, order, timeline) => {
    expect(textOf(order, timeline)).toBe(text)
  })

  it('of a paid order says first that the shop has not processed it, and names the delivery', () => {
    const failing: TimelineEntry = { ...delivery, state: 'waiting', attempts: 4, lastError: 'offline' }
    const timeline = [webhook, byStatus, failing]
    expect(resultOf({ order: ORDER, timeline, siblings: [], refunds: [] }, 5, anyone)).toEqual({
      tone: 'wait',
      icon: 'half',
      title: 'Paid; your shop has not processed it yet.',
      text: 'Its handler failed: 4 attempts so far, and the next one follows automatically. Webhook and status API agree. UTR 602557741976.',
      delivery: 'd',
    })
    expect(textOf({ resolution: 'duplicate-refund', refundableAmount: paise(0) }, timeline)).not.toContain('handler')
  })

  it('of a paid order with refunds that are not completed says what to do about them', () => {
    const refund = { merchantRefundId: 'r-1', amount: paise(20_000), createdAtMs: 5 } as Refund
    const said = (refunds: Refund[], order: Partial<Order> = {}) =>
      resultOf(
        { order: { ...ORDER, ...order }, timeline: [webhook, byStatus, delivery], siblings: [], refunds },
        5,
        anyone,
      ).text
    const failed: Refund = { ...refund, state: 'FAILED', errorCode: 'X' }
    expect(said([failed])).toContain('A refund of ₹200.00 failed; the payer still waits for it. Request it again.')
    expect(said([{ ...refund, state: 'COMPLETED', createdAtMs: 6 }, failed])).not.toContain('failed')
    expect(said([{ ...failed, errorCode: 'DECLINED' }])).not.toContain('failed')
    expect(said([failed], { refundableAmount: paise(0) })).not.toContain('failed')
    const waiting: Refund = { ...refund, state: 'REQUESTED', approval: { state: 'waiting', untilMs: 9 } }
    expect(said([waiting])).toContain('A refund of ₹200.00 waits for the approval of a second person.')
    expect(said([{ ...refund, state: 'PENDING' }])).toContain('A refund of ₹200.00 is in progress.')
  })

  it.each<[string, Partial<Order>, string]>([
    [
      'late',
      { resolution: 'late-refund', refundableAmount: paise(0) },
      'Paid too late; ₹499.00 is being refunded automatically.',
    ],
    [
      'late and refunded',
      { resolution: 'late-refund', refundableAmount: paise(0), refundedAmount: paise(49_900) },
      'Paid too late, refunded automatically.',
    ],
    [
      'late, whose refund failed,',
      { resolution: 'late-refund', refundableAmount: paise(90_101) },
      'Paid too late; ₹901.01 is still owed to the payer.',
    ],
    [
      'duplicate',
      { resolution: 'duplicate-refund', refundableAmount: paise(0) },
      'Paid twice; ₹499.00 is being refunded automatically.',
    ],
    [
      'duplicate and refunded',
      { resolution: 'duplicate-refund', refundableAmount: paise(0), refundedAmount: paise(49_900) },
      'Paid twice, refunded automatically.',
    ],
    ['expired', { state: 'FAILED', detailedErrorCode: 'ORDER_EXPIRED' }, 'Expired: Not paid in time.'],
    ['cancelled', { state: 'FAILED', detailedErrorCode: 'ZA' }, 'Cancelled by the payer.'],
    ['failed', { state: 'FAILED', detailedErrorCode: 'ZM' }, 'Failed. The UPI PIN was wrong.'],
    ['open', { state: 'PENDING' }, 'No payment known yet. It can be paid until'],
    ['undecided', { state: 'PENDING', expiresAtMs: 4 }, 'No payment known yet. The time to pay is over'],
  ])('of a %s order', (_, order, start) => {
    expect(textOf(order)).toContain(start)
  })

  it.each<[string, Partial<Order>, Partial<Order>]>([
    ['a second payment', { resolution: 'duplicate-refund', refundableAmount: paise(0) }, {}],
    ['a second payment whose refund failed', { resolution: 'duplicate-refund', refundableAmount: paise(100) }, {}],
    ['a paid order', {}, { resolution: 'duplicate-refund' }],
    ['an open order', { state: 'PENDING' }, {}],
    ['a failed order', { state: 'FAILED', detailedErrorCode: 'ZM' }, {}],
    ['an expired order', { state: 'FAILED', detailedErrorCode: 'ORDER_EXPIRED' }, {}],
  ])('of %s names the other order that it speaks of', (_, order, sibling) => {
    const otherOf = (...siblings: Order[]) =>
      resultOf({ order: { ...ORDER, ...order }, timeline: [], siblings, refunds: [] }, 5, anyone).other
    expect(otherOf({ ...ORDER, ...sibling, merchantOrderId: 'o-2' })).toBe('o-2')
    expect(otherOf()).toBeUndefined()
  })

  it('says of an open order first that another order of its cart is paid', () => {
    const paid: Order = { ...ORDER, merchantOrderId: 'o-2', state: 'COMPLETED', resolution: 'fulfil' }
    expect(textOf({ state: 'PENDING' }, [], 5, [paid])).toMatch(
      /^Another order of cart-1 is paid: o-2\. The payer must not pay this one\. If it is paid as well, it is refunded automatically\. Not checked yet\./,
    )
  })

  it('says of an open order when the provider was last asked, or that it was not', () => {
    const createdAtMs = Date.parse('2026-11-26T12:50:00Z')
    const open: Partial<Order> = { state: 'PENDING', createdAtMs, expiresAtMs: createdAtMs + 600_000 }
    const nextPollAtMs = createdAtMs + 120_000
    expect(textOf({ ...open, nextPollAtMs }, [], createdAtMs)).toMatch(
      /^No payment known yet\..* Not checked yet; the next check is at 18:22:00\. To know now, check the status\.$/,
    )
    expect(textOf(open, [], createdAtMs)).toMatch(/Not checked yet\. To know now, check the status\.$/)
    const call = { kind: 'call', atMs: createdAtMs + 60_000, callId: '1', httpStatus: 200, attempts: 1 } as const
    const asked: TimelineEntry = { ...call, endpoint: 'standardOrderStatus' }
    const failed: TimelineEntry = { ...asked, atMs: createdAtMs + 120_000, errorKind: 'timeout' }
    const other: TimelineEntry = { ...failed, endpoint: 'standardPay' }
    const said = (timeline: TimelineEntry[], afterMs: number) =>
      textOf({ ...open, nextPollAtMs }, timeline, createdAtMs + afterMs)
    expect(said([asked, other], 90_000)).toMatch(/^Not paid yet\. Waiting for the payer .* Last checked at 18:21\.$/)
    expect(said([asked], 300_000)).toMatch(
      /^No payment known yet\. .* Last checked at 18:21\. To know now, check the status\.$/,
    )
    expect(said([asked, failed], 130_000)).toMatch(
      /^No payment known yet\. .* The check at 18:22 failed: check the status again\.$/,
    )
  })

  it('asks only a role that may check the status to do so', () => {
    const { text } = resultOf(
      { order: { ...ORDER, state: 'PENDING' }, timeline: [], siblings: [], refunds: [] },
      5,
      () => false,
    )
    expect(text).toMatch(/Not checked yet\.$/)
  })

  describe('of an order whose automatic refund failed', () => {
    const finding = {
      code: 'automatic-refund-failed',
      key: 'automatic-refund-failed:o-1-late',
      merchantRefundId: 'o-1-late',
      errorCode: 'BF_034',
    } as const
    const order: Order = {
      ...ORDER,
      resolution: 'late-refund',
      needsReview: { reason: finding.code, sinceMs: 4, findings: [finding] },
    }
    const failed = { merchantRefundId: 'o-1-late', amount: paise(49_900), state: 'FAILED', createdAtMs: 4 } as Refund
    const next = { merchantRefundId: 'r-2', amount: paise(49_900), state: 'REQUESTED', createdAtMs: 6 } as Refund
    const said = (refunds: Refund[], refundableAmount: number, mayRefund = true) => {
      const story = {
        order: { ...order, refundableAmount: paise(refundableAmount) },
        timeline: [],
        siblings: [],
        refunds,
      }
      const { title, text } = resultOf(story, 7, () => mayRefund)
      return `${title} ${text}`
    }
    const why = "The automatic refund failed (BF_034). The day's incoming balance does not cover the refund."

    it('says first what to do, to who may refund, and then why', () => {
      expect(said([failed], 49_900)).toBe(`Needs review. Refund ₹499.00: press Refund. ${why}`)
      expect(said([failed], 49_900, false)).toBe(
        `Needs review. Ask a person with the role finance or admin to refund ₹499.00. ${why}`,
      )
    })

    it('names the refund where its row is not known', () => {
      expect(said([], 49_900)).toMatch(/ The automatic refund with the id o-1-late failed \(BF_034\)\. /)
    })

    it('says that a refund was requested instead of asking again', () => {
      const waiting: Refund = { ...next, approval: { state: 'waiting', untilMs: 9 } }
      expect(said([failed, waiting], 0)).toBe(
        `Needs review; a refund of ₹499.00 waits for the approval of a second person. When it is completed, resolve the review. ${why}`,
      )
      expect(said([failed, { ...next, state: 'PENDING' }], 0)).toMatch(
        /^Needs review; a refund of ₹499\.00 is in progress\./,
      )
      expect(said([failed, { ...next, state: 'COMPLETED' }], 0)).toMatch(
        /^Needs review; a refund of ₹499\.00 is completed\. There is nothing more to refund: resolve the review\. The automatic refund failed/,
      )
    })

    it('says what is left to refund after a part of it', () => {
      const part: Refund = { ...next, amount: paise(20_000), state: 'COMPLETED' }
      expect(said([failed, part], 29_900)).toBe(
        `Needs review; a refund of ₹200.00 is completed. Refund the remaining ₹299.00: press Refund. ${why}`,
      )
      expect(said([failed, part], 29_900, false)).toContain('to refund the remaining ₹299.00.')
    })

    it('asks for the failed refund only, not for what pays the goods', () => {
      expect(said([{ ...failed, amount: paise(10_000) }], 49_900)).toContain('Refund ₹100.00: press Refund.')
    })
  })

  it('of a failed order does not advise to pay again after another order of the reference was paid', () => {
    const failed: Partial<Order> = { merchantOrderId: 'o-0', state: 'FAILED', detailedErrorCode: 'ZM' }
    expect(textOf(failed, [], 5, [ORDER])).toBe(
      'Failed. The UPI PIN was wrong. Another order of cart-1 is paid: the payer must not pay again.',
    )
    const expired: Partial<Order> = { ...failed, detailedErrorCode: 'ORDER_EXPIRED' }
    expect(textOf(expired, [], 5, [ORDER])).toBe(
      'Expired: Not paid in time. Another order of cart-1 is paid: the payer must not pay again.',
    )
    const refunded: Order = { ...ORDER, resolution: 'late-refund' }
    expect(textOf(failed, [], 5, [refunded])).toContain('The payer can pay again in your shop')
  })
})

describe('stepsOf', () => {
  const labels = (order: Partial<Order>, timeline: TimelineEntry[]) =>
    stepsOf({ order: { ...ORDER, ...order }, timeline }).map(({ label }) => label)

  it('has four steps, each with what is known about it', () => {
    expect(labels({}, [webhook, byStatus, delivery])).toEqual(['Created', 'Sent to PhonePe', 'Paid', 'Handler ran'])
    expect(labels({ resolution: 'late-refund' }, [])[2]).toBe('Paid late')
    expect(labels({ resolution: 'duplicate-refund' }, [])[2]).toBe('Paid twice')
    const { orderId: _, ...unsent } = ORDER
    const refused = stepsOf({ order: { ...unsent, state: 'FAILED', errorCode: 'REFUSED' }, timeline: [] })
    expect(refused.map(({ label }) => label)).toEqual([
      'Created',
      'Not sent to PhonePe',
      'Failed',
      'No event sent to your shop',
    ])
  })

  it('says of the last one whether your handler ran, or a notifier where there is no handler', () => {
    const last = (order: Partial<Order>, timeline: TimelineEntry[]) => labels(order, timeline).at(-1)
    expect(last({ state: 'PENDING' }, [])).toBe('Handler has not run yet')
    expect(last({}, [byStatus])).toBe('No event sent to your shop')
    expect(last({}, [byStatus, { ...delivery, state: 'waiting', attempts: 0 }])).toBe('Handler runs next')
    expect(last({}, [byStatus, { ...delivery, state: 'waiting', lastError: 'offline' }])).toBe('Handler is retried')
    expect(last({}, [byStatus, { ...delivery, state: 'failed' }])).toBe('Handler failed')
    const mail: TimelineEntry = { ...delivery, subscriber: 'email' }
    expect(last({}, [byStatus, mail])).toBe('Notifier ran')
    expect(last({}, [byStatus, delivery, { ...mail, state: 'failed' }])).toBe('Notifier failed')
  })

  it('says of an order of a subscription whether its result reached your shop, not its announcement', () => {
    const last = (event: EventName) => labels({ checkout: 'DEBIT' }, [byStatus, { ...delivery, event }]).at(-1)
    expect(last('subscription.charge_completed')).toBe('Handler ran')
    expect(last('subscription.charge_failed')).toBe('Handler ran')
    expect(last('subscription.charge_upcoming')).toBe('No event sent to your shop')
  })

  it('says that a paid debit did not reach your shop', () => {
    const failed: TimelineEntry = { ...delivery, event: 'subscription.charge_completed', state: 'failed' }
    expect(textOf({ checkout: 'DEBIT' }, [byStatus, failed])).toContain('Paid; your shop has not processed it.')
  })
})

describe('a failed attempt of an order that is still open', () => {
  const attempt: TimelineEntry = {
    kind: 'failed-attempt',
    atMs: Date.parse('2026-11-26T12:56:00Z'),
    transactionId: 't-1',
    paymentMode: 'UPI_QR',
    errorCode: 'INSUFFICIENT_BALANCE',
    detailedErrorCode: 'Z9',
  }
  const cancelled: TimelineEntry = {
    ...attempt,
    transactionId: 't-2',
    errorCode: 'TXN_CANCELLED',
    detailedErrorCode: 'ORDER_CANCELLED_BY_USER',
  }
  const open: Partial<Order> = { state: 'PENDING', expiresAtMs: attempt.atMs + 600_000 }

  it('is in the result with its time and its reason', () => {
    expect(textOf(open, [attempt, cancelled], attempt.atMs + 60_000)).toMatch(
      /^No payment known yet\. It can be paid until .* Last attempt 18:26: not enough money \(Z9\)\. Not checked yet\. To know now, check the status\.$/,
    )
    expect(textOf(open, [cancelled], attempt.atMs)).not.toContain('Last attempt')
  })

  it('is a milestone, unless it was cancelled, as a QR code that another one replaces', () => {
    const failed: TimelineEntry = { ...webhook, event: 'checkout.transaction.attempt.failed', state: 'PENDING' }
    expect([attempt, cancelled, failed].filter(isMilestone)).toEqual([attempt])
  })
})

it('isMilestone leaves out what changed nothing', () => {
  const nothing: TimelineEntry = { ...byStatus, rule: 'nothing-new', to: 'PENDING' }
  expect([webhook, byStatus, nothing, delivery].filter(isMilestone)).toEqual([byStatus])
})
