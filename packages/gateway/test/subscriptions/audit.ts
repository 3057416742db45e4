import type { Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { cycleAt, periodOf } from '../../src/domain/subscriptions/periods.ts'
import { DAY_MS, HOUR_MS } from '../helpers/subscription-shop.ts'
import { CLIENT } from '../helpers/test-gateway.ts'
import type { Year } from './year.ts'

interface OrderTruth {
  readonly merchantOrderId: string
  readonly amount: number
}

interface StoredCycle {
  readonly subscriptionId: string
  readonly number: number
  readonly amount: number
  readonly outcome: string | null
}

export interface Figures {
  readonly [name: string]: number
}

/** Compares the provider, the ledger, the cycles and the events of a year. Returns each violation as a sentence, and figures. */
export async function auditYear(year: Year): Promise<{ violations: string[]; figures: Figures }> {
  const { pool, sandbox, lives } = year
  const violations: string[] = [...year.failures]
  const read = async <Row extends object>(text: string) => (await pool.query(text)).rows as Row[]
  const orders = await read<{
    merchantOrderId: string
    reference: string
    state: string
    resolution: string | null
    amount: number
    review: boolean
    checkout: string
  }>(
    `select "merchantOrderId", "reference", "state", "resolution", "amount"::float8 as "amount", "needsReview" is not null as "review", "checkout" from galla.orders`,
  )
  const ledger = await read<OrderTruth & { kind: string }>(
    `select "merchantOrderId", "kind", "amount"::float8 as "amount" from galla.ledger`,
  )
  const cycles = await read<StoredCycle>(
    `select "subscriptionId", "number", "amount"::float8 as "amount", "outcome" from galla.cycles order by 1, 2`,
  )
  const subs = await read<{
    subscriptionId: string
    state: string
    startsOn: string
    frequency: 'DAILY'
    due: number | null
    m: number
    cycles: number | null
  }>(
    `select s."subscriptionId", "state", "startsOn", "frequency", "cycles", "nextActionAtMs"::float8 as "due", (select count(*)::int from galla.mandates m where m."subscriptionId" = s."subscriptionId") as "m" from galla.plan_subscriptions s`,
  )
  const heard = await read<{ event: string; subscriptionId: string; merchantOrderId: string; at: string }>(
    'select "event", "subscriptionId", "merchantOrderId", "at" from heard order by "at"',
  )
  const refunded = new Map(
    (
      await read<OrderTruth>(
        `select "merchantOrderId", sum("amount")::float8 as "amount" from galla.refunds where "state" = 'COMPLETED' group by 1`,
      )
    ).map((one) => [one.merchantOrderId, one.amount]),
  )
  const [{ refunds } = { refunds: 0 }] = await read<{ refunds: number }>(
    'select count(*)::int as "refunds" from galla.refunds',
  )
  const open = await read<{ id: string; state: string; doubt: boolean; review: string | null }>(
    `select "merchantRefundId" as id, "state", "inDoubt" as doubt, "needsReview" ->> 'reason' as review from galla.refunds
      where "state" not in ('COMPLETED', 'FAILED')`,
  )
  let refundsRefused = 0
  for (const { id, state, doubt, review } of open) {
    // A repeated request that the provider refuses, such as 90 days after the payment, is a matter for a person.
    if (review === 'refused' && !(await hasRefund(sandbox, id))) refundsRefused += 1
    else
      violations.push(
        `refund ${id} is still ${state}${doubt ? ', in doubt' : ''}${review ? `, in review as ${review}` : ''}`,
      )
  }

  // The debits of the provider.
  const debited = new Map<string, number>()
  for (const { subscriptionId, m } of subs) {
    for (let number = 1; number <= m; number += 1) {
      const mandate = await sandbox.mandate(`${subscriptionId}-m${number}`).catch(() => undefined)
      if (!mandate) continue
      for (const { merchantOrderId, state, amount, completedAtMs } of mandate.redemptions)
        if (state === 'COMPLETED' && completedAtMs !== undefined) debited.set(merchantOrderId, amount)
      const setup = await sandbox.order(mandate.setupOrderId).catch(() => undefined)
      if (setup?.state === 'COMPLETED' && mandate.setupOrderId.split('-').at(-1) !== 'setup')
        debited.set(mandate.setupOrderId, setup.amount)
      const stays = mandate.state === 'ACTIVE' || mandate.state === 'PAUSED'
      const state = subs.find((one) => one.subscriptionId === subscriptionId)?.state ?? ''
      if (stays && ['CANCELLED', 'COMPLETED', 'EXPIRED'].includes(state))
        violations.push(`mandate ${subscriptionId}-m${number} is ${mandate.state}, its subscription ${state}`)
    }
  }
  const captured = new Map<string, number>()
  for (const { merchantOrderId, kind, amount } of ledger)
    if (kind === 'capture') captured.set(merchantOrderId, (captured.get(merchantOrderId) ?? 0) + amount)
  for (const id of new Set([...debited.keys(), ...captured.keys()]))
    if (debited.get(id) !== captured.get(id))
      violations.push(`${id}: the provider has debited ${debited.get(id)}, the ledger has captured ${captured.get(id)}`)

  // One debit a cycle.
  const byReference = new Map<string, typeof orders>()
  for (const order of orders) byReference.set(order.reference, [...(byReference.get(order.reference) ?? []), order])
  for (const [reference, found] of byReference) {
    const paid = found.filter(({ merchantOrderId }) => debited.has(merchantOrderId))
    if (paid.filter(({ checkout }) => checkout === 'DEBIT').length > 1)
      violations.push(`cycle ${reference} was debited ${paid.length} times`)
    const kept = paid.filter(
      ({ merchantOrderId, resolution }) => resolution === 'fulfil' || (refunded.get(merchantOrderId) ?? 0) === 0,
    )
    if (kept.length > 1) violations.push(`cycle ${reference} is paid ${kept.length} times`)
  }
  for (const { merchantOrderId, state, review } of orders) {
    if (review) violations.push(`${merchantOrderId} is in review`)
    if ((state === 'COMPLETED') !== debited.has(merchantOrderId) && !merchantOrderId.endsWith('-setup'))
      violations.push(`${merchantOrderId} is ${state}; debited: ${debited.has(merchantOrderId)}`)
  }

  // Cycles and events.
  const completed = heard.filter(({ event }) => event === 'charge_completed')
  const told = new Map<string, number>()
  for (const { merchantOrderId } of completed) told.set(merchantOrderId, (told.get(merchantOrderId) ?? 0) + 1)
  const nowMs = sandbox.clock.now()
  const outcomes: { [outcome: string]: number } = {}
  const disturbed = new Map(
    lives.map(({ subscriptionId, disturbed }) => [subscriptionId, disturbed.some(({ mayMiss }) => mayMiss)]),
  )
  let missedUndisturbed = 0
  for (const { subscriptionId, number, amount, outcome } of cycles) {
    outcomes[outcome ?? 'open'] = (outcomes[outcome ?? 'open'] ?? 0) + 1
    const counted = (byReference.get(`${subscriptionId}/${number}`) ?? []).filter(
      ({ resolution }) => resolution === 'fulfil',
    )
    const [paid] = counted
    const state = subs.find((one) => one.subscriptionId === subscriptionId)
    const keeps = paid && (refunded.get(paid.merchantOrderId) ?? 0) < paid.amount
    if (outcome === 'PAID' && (counted.length !== 1 || paid?.amount !== amount))
      violations.push(`cycle ${subscriptionId}/${number} is PAID ${amount} by ${JSON.stringify(counted)}`)
    if (outcome !== 'PAID' && keeps)
      violations.push(`cycle ${subscriptionId}/${number} is ${outcome}, and ${paid.merchantOrderId} was paid and kept`)
    const times = paid ? (told.get(paid.merchantOrderId) ?? 0) : 0
    if (outcome === 'PAID' && times !== 1) violations.push(`${paid?.merchantOrderId} was told ${times} times`)
    if (times > 1) violations.push(`${paid?.merchantOrderId} was told ${times} times`)
    if (outcome !== 'PAID' && times > 0)
      violations.push(`cycle ${subscriptionId}/${number} is ${outcome} and was told as paid`)
    if (outcome === 'MISSED' && disturbed.get(subscriptionId) === false && state?.frequency !== 'DAILY') {
      missedUndisturbed += 1
      violations.push(`cycle ${subscriptionId}/${number} was missed for no reason`)
    }
    if (outcome === null && state && periodOf(state.startsOn, state.frequency, number).endMs + DAY_MS * 6 < nowMs)
      violations.push(`cycle ${subscriptionId}/${number} is forgotten: ${JSON.stringify(state)}`)
  }
  for (const { subscriptionId, state, startsOn, frequency, due } of subs) {
    const own = cycles.filter((one) => one.subscriptionId === subscriptionId)
    if (own.some(({ number }, at) => number !== at + 1))
      violations.push(`${subscriptionId} has cycles ${own.map(({ number }) => number).join()}`)
    if ((state === 'ACTIVE' || state === 'PAST_DUE') && (own.at(-1)?.number ?? 0) < cycleAt(startsOn, frequency, nowMs))
      violations.push(
        `${subscriptionId} is ${state}, and its newest cycle is ${own.at(-1)?.number} instead of ${cycleAt(startsOn, frequency, nowMs)}`,
      )
    if ((state === 'ACTIVE' || state === 'PAST_DUE' || state === 'CREATED') && due === null)
      violations.push(`${subscriptionId} is ${state}, and nothing of it is due`)
    if (due !== null && due < nowMs - 2 * HOUR_MS)
      violations.push(`${subscriptionId} has been due since ${new Date(due).toISOString()}`)
    const events = heard.filter((one) => one.subscriptionId === subscriptionId).map(({ event }) => event)
    const count = (name: string) => events.filter((one) => one === name).length
    if (count('activated') > 1) violations.push(`${subscriptionId} was activated ${count('activated')} times`)
    if (['CANCELLED', 'COMPLETED', 'EXPIRED'].includes(state) && count(state.toLowerCase()) !== 1)
      violations.push(`${subscriptionId} is ${state}: ${events.join()}`)
    if (['ACTIVE', 'PAST_DUE', 'PAUSED', 'HALTED'].includes(state) && count('activated') !== 1)
      violations.push(`${subscriptionId} is ${state} without activation`)
    if (state === 'CREATED') violations.push(`${subscriptionId} is still CREATED`)
  }
  // Requests to debit, by the provider's clock.
  for (const { merchantOrderId, atMs } of year.redeems) {
    const minutes = ((atMs + 5.5 * HOUR_MS) % DAY_MS) / 60_000
    if ((minutes >= 600 && minutes < 780) || (minutes >= 1020 && minutes < 1290))
      violations.push(`${merchantOrderId} was requested in a peak hour`)
  }
  const statuses = (all: readonly { status: number }[]) => {
    const counts: { [status: string]: number } = {}
    for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const sum = (all: Iterable<number>) => [...all].reduce((total, one) => total + one, 0)
  const states: { [state: string]: number } = {}
  for (const { state } of subs) states[state] = (states[state] ?? 0) + 1
  return {
    violations,
    figures: {
      subscriptions: subs.length,
      cycles: cycles.length,
      debits: debited.size,
      debitedPaise: sum(debited.values()),
      capturedPaise: sum(captured.values()),
      kills: year.kills,
      'killed processes': year.processKills,
      missedUndisturbed,
      refunds,
      'refunds in review as refused': refundsRefused,
      ...prefixed('cycle', outcomes),
      ...prefixed('redeem', statuses(year.redeems)),
      ...prefixed('notify', statuses(year.notices)),
      ...prefixed('state', states),
      events: heard.length,
    },
  }
}

/** True when the provider knows the refund. */
async function hasRefund({ fetch, clock }: Sandbox, merchantRefundId: string): Promise<boolean> {
  const provider = new Galla({ ...CLIENT, clientVersion: 1, clock, fetch })
  return provider.refunds.getStatus({ merchantRefundId }).then(
    () => true,
    () => false,
  )
}

const prefixed = (prefix: string, counts: { [name: string]: number }): Figures =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix} ${name}`, count]))
