import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'
import { live, openerOf, SECOND, type Shop } from './ended-shop.ts'

const openShop = openerOf(setupTestGateways())

/** Violations of what must hold a while after the end of a subscription. */
async function violations(shop: Shop): Promise<string[]> {
  const { rows, sandbox, eventsOf, read } = shop
  const found: string[] = []
  const { state } = await read()
  if (state !== 'CANCELLED') found.push(`the subscription is ${state}`)
  const bills = await rows<{ id: string; kept: number; back: number; state: string; outcome: string | null }>(
    `select o."merchantOrderId" as "id", (o."availableAmount" + o."heldAmount")::int as "kept", o."refundedAmount"::int as "back", o."state", c."outcome"
      from galla.debits d join galla.orders o using ("merchantOrderId") join galla.cycles c on c."subscriptionId" = d."subscriptionId" and c."number" = d."cycle"`,
  )
  for (const { id, kept, back, outcome } of bills) {
    if (kept > 0 && outcome !== 'PAID') found.push(`${id} keeps ${kept} of a cycle that is ${outcome}`)
    if (back > 0 && outcome === 'PAID') found.push(`${id} of a paid cycle returned ${back}`)
  }
  const mandates = await rows<{ id: string }>('select "merchantSubscriptionId" as "id" from galla.mandates')
  for (const { id } of mandates) {
    const mandate = await sandbox.mandate(id)
    if (!/^(CANCEL|REVOKED|EXPIRED|FAILED|ACTIVATION)/.test(mandate.state))
      found.push(`mandate ${id} is ${mandate.state}`)
    for (const one of mandate.redemptions) {
      const bill = bills.find((other) => other.id === one.merchantOrderId)
      const isPaid = bill?.state === 'COMPLETED'
      if (isPaid !== (one.state === 'COMPLETED'))
        found.push(`${one.merchantOrderId} is ${one.state}, ours ${bill?.state}`)
    }
  }
  if (eventsOf('cancelled').length !== 1) found.push(`${eventsOf('cancelled').length} events of the end`)
  const open = await rows<{ tries: number; cycles: number; reviews: number }>(
    `select (select count(*)::int from galla.debit_tries where "failedAtMs" is null and "merchantOrderId" not in (select "merchantOrderId" from galla.orders where "state" = 'COMPLETED')) as "tries",
      (select count(*)::int from galla.cycles where "outcome" is null) as "cycles", (select count(*)::int from galla.orders where "needsReview" is not null) as "reviews"`,
  )
  if (JSON.stringify(open[0]) !== '{"tries":0,"cycles":0,"reviews":0}') found.push(JSON.stringify(open[0]))
  return found
}

const failing = async ({ sandbox, until }: Shop, next: number, atMs: number) => {
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next })
  await until(atMs)
}
const renew = ({ gateway }: Shop) =>
  gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: REDIRECT_URL })
const approve = async ({ sandbox, drainJobs }: Shop) => {
  await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
  await drainJobs()
}
const inFlight = async ({ sandbox, until }: Shop) => {
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'PENDING' })
  await until(SECOND + HOUR_MS)
}
/** The decision of the bank about the debit that was under way at the cancellation. */
const decided =
  (outcome: Parameters<Shop['sandbox']['simulateRedemption']>[1]) =>
  async ({ sandbox, drainJobs, pass }: Shop) => {
    await pass(10 * 60_000)
    await sandbox.simulateRedemption('sub-7-2-1', outcome)
    await drainJobs()
  }

interface State {
  readonly reach: (shop: Shop) => Promise<unknown>
  /** Ends of the subscription that somebody asks for, one after the other. */
  readonly asked: readonly ('now' | 'cycle-end')[]
  /** The events after the cancellation. */
  readonly after?: (shop: Shop) => Promise<unknown>
}

const STATES: { readonly [name: string]: State } = {
  'whose payer revoked the mandate': {
    async reach({ until, sandbox, drainJobs }) {
      await until(inIndia('2027-01-20'))
      await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
      await drainJobs()
    },
    asked: ['now'],
  },
  'whose debit is announced': { reach: ({ until }) => until(SECOND - 20 * HOUR_MS), asked: ['cycle-end'] },
  'whose debit failed once': { reach: (shop) => failing(shop, 1, SECOND + HOUR_MS), asked: ['now'] },
  'between two announcements': { reach: (shop) => failing(shop, 4, SECOND + 20 * HOUR_MS), asked: ['cycle-end'] },
  'whose payer paused the mandate': {
    async reach({ until, sandbox, drainJobs }) {
      await until(SECOND - 20 * HOUR_MS)
      await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: SECOND + 9 * DAY_MS })
      await drainJobs()
      await until(SECOND + 5 * HOUR_MS)
    },
    asked: ['now'],
  },
  'whose announced debit was left out': {
    async reach({ until, gateway }) {
      await until(SECOND - 20 * HOUR_MS)
      await gateway.subscriptions.skip('sub-7')
      await until(SECOND + 5 * HOUR_MS)
    },
    asked: ['cycle-end'],
  },
  'with a price that changed in the paid cycle': {
    async reach({ until, gateway }) {
      await until(inIndia('2027-01-20'))
      await gateway.subscriptions.changeAmount('sub-7', { amount: inr('149'), prorate: true })
      await until(SECOND - 20 * HOUR_MS)
    },
    asked: ['cycle-end', 'cycle-end', 'now', 'cycle-end'],
  },
  'with the page of a new mandate, which the payer then approves,': {
    async reach(shop) {
      await shop.until(SECOND - 20 * HOUR_MS)
      await renew(shop)
    },
    asked: ['now'],
    after: approve,
  },
  'with a new mandate that waits for a debit': {
    async reach(shop) {
      await shop.until(SECOND - 20 * HOUR_MS)
      await renew(shop)
      await approve(shop)
      await shop.pass(5 * 60_000)
    },
    asked: ['cycle-end'],
  },
  'whose debit is under way and succeeds': { reach: inFlight, asked: ['now'], after: decided({ outcome: 'SUCCESS' }) },
  'whose debit is under way and fails': {
    reach: inFlight,
    asked: ['cycle-end'],
    after: decided({ outcome: 'FAILURE', errorCode: 'Z9' }),
  },
}

it.each(Object.entries(STATES))(
  'a subscription %s ends when it is cancelled, and leaves nothing open',
  async (_, state) => {
    const shop = await openShop()
    await shop.activate()
    await state.reach(shop)
    for (const at of state.asked) await shop.gateway.subscriptions.cancel('sub-7', { at })
    await state.after?.(shop)
    await shop.pass(35 * DAY_MS)
    await live(shop, 3 * HOUR_MS, HOUR_MS)
    expect(await violations(shop)).toEqual([])
  },
)
