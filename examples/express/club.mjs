import { inr, isGallaError } from '@galla/sdk'
import { isEnded, isUsable, nextDebitAtMs, periodStartMs } from '@galla/sdk/subscriptions'
import express from 'express'

/** ₹199 a month. */
const PRICE = inr('199')
const HOUR_MS = 3_600_000
const checkout = 'standard'

/**
 * A club with a monthly fee, over UPI AutoPay and without the gateway.
 * @typedef {{ id: string, state: 'waiting' | 'active' | 'ended', anchorMs: number, paidPeriods: number, tries: number }} Member
 * @param {import('@galla/sdk').Galla} galla
 * @param {(request: express.Request) => string | undefined} memberOf the member who is logged in, from the session of your login. An id that a
 * request names would let everybody end the mandate of another
 * @param {() => number} now epoch milliseconds
 */
export function createClub(galla, memberOf, now = Date.now) {
  // In your shop: a table, with a lock of one job for each member.
  /** @type {Map<string, Member>} */
  const members = new Map()
  const app = express()

  app.post('/callbacks', express.raw({ type: () => true }), async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : ''
    try {
      const event = await galla.callbacks.verify({ headers: request.headers, body })
      // Before the work, because the job does the same every hour: a callback only says where to look, and may never come.
      response.sendStatus(200)
      const member = 'merchantSubscriptionId' in event ? members.get(event.merchantSubscriptionId) : undefined
      if (member) await bill(member).catch(report)
    } catch (error) {
      if (!isGallaError(error)) throw error
      response.sendStatus(401)
    }
  })

  /** Asks for the mandate; the approval pays the first month. */
  app.post('/join', async (request, response) => {
    const id = memberOf(request)
    if (id === undefined) {
      response.status(401).send('Log in first.')
      return
    }
    if (members.has(id)) {
      response.status(409).send('You have joined already.')
      return
    }
    // Stored before the call: the payer may approve although the reply is lost.
    members.set(id, { id, state: 'waiting', anchorMs: 0, paidPeriods: 0, tries: 0 })
    const { redirectUrl } = await galla.subscriptions.setup({
      checkout,
      merchantOrderId: `${id}-setup`,
      merchantSubscriptionId: id,
      authWorkflowType: 'TRANSACTION',
      amountType: 'FIXED',
      amount: PRICE,
      maxAmount: PRICE,
      frequency: 'MONTHLY',
      subscriptionExpireAt: now() + 10 * 365 * 24 * HOUR_MS,
      redirectUrl: 'https://club.example/thanks',
    })
    response.redirect(303, redirectUrl)
  })

  app.post('/leave', async (request, response) => {
    const id = memberOf(request)
    if (id === undefined) {
      response.status(401).send('Log in first.')
      return
    }
    if (!members.has(id)) {
      response.status(404).send('You are no member.')
      return
    }
    await galla.subscriptions.cancel({ merchantSubscriptionId: id, checkout })
    response.send('Your membership ends with the month that is paid.')
  })

  /**
   * One step of one member. It may be called at any time and any number of times: the provider's status decides.
   * @param {Member} member
   */
  async function bill(member) {
    const merchantSubscriptionId = member.id
    if (member.state === 'ended') return
    if (member.state === 'waiting') {
      const setup = await galla.subscriptions.getOrderStatus({ merchantOrderId: `${member.id}-setup`, checkout })
      if (setup.state === 'FAILED') member.state = 'ended'
      if (setup.state === 'COMPLETED') {
        const [attempt] = setup.paymentDetails
        Object.assign(member, { state: 'active', anchorMs: attempt?.timestamp ?? now(), paidPeriods: 1 })
      }
      return
    }
    const { paidPeriods: period, tries } = member
    const dueMs = periodStartMs(member.anchorMs, 'MONTHLY', period)
    // One order for each try of a period. A failed debit needs a new one, three days later.
    const merchantOrderId = `${member.id}-${period}-${tries}`
    const announceMs = dueMs - 25 * HOUR_MS + tries * 72 * HOUR_MS
    if (now() < announceMs) return
    // Before the order: a debit may complete just before the mandate ends.
    const mandate = await galla.subscriptions.getStatus({ merchantSubscriptionId, checkout })
    const debit = await findOrder(merchantOrderId)
    // The job and any number of callbacks may be here at once: only the first to know the end of an order writes it down.
    // In your shop: update … where paid_periods = period and tries = tries.
    if (member.paidPeriods !== period || member.tries !== tries) return
    if (debit?.state === 'COMPLETED') {
      Object.assign(member, { paidPeriods: period + 1, tries: 0 })
      return
    }
    // That debit may still succeed, also when the mandate has ended.
    if (debit?.state === 'PENDING') return
    const unused = debit?.state === 'NOTIFIED' || debit?.state === 'NOTIFICATION_IN_PROGRESS'
    const over = debit && (debit.state === 'FAILED' || (unused && now() > debit.expireAt + HOUR_MS))
    if (over) member.tries = tries + 1
    if (isEnded(mandate)) member.state = 'ended'
    if (over || !isUsable(mandate)) return
    if (!debit) {
      await galla.subscriptions.notify({ merchantOrderId, merchantSubscriptionId, amount: PRICE, checkout })
    } else if (debit.state === 'NOTIFIED' && 'validAfter' in debit.paymentFlow) {
      const fromMs = Math.max(dueMs, Number(debit.paymentFlow.validAfter))
      if (now() >= fromMs && nextDebitAtMs(now()) === now()) {
        await galla.subscriptions.redeem({ merchantOrderId, checkout })
      }
    }
  }

  /** @param {string} merchantOrderId */
  async function findOrder(merchantOrderId) {
    try {
      return await galla.subscriptions.getOrderStatus({ merchantOrderId, checkout })
    } catch (error) {
      if (isGallaError(error) && error.code === 'INVALID_MERCHANT_ORDER_ID') return undefined
      throw error
    }
  }

  return {
    app,
    members,
    /** Call it every hour. A member whose step fails is taken again the next time. */
    async runJob() {
      for (const member of members.values()) await bill(member).catch(report)
    },
  }
}

/** @param {Error} error */
const report = (error) => console.error(`Billed again later: ${error.message}`)
