import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, isGallaError, paise } from '@galla/sdk'
import { isUsable, nextDebitAtMs, periodStartMs } from '@galla/sdk/subscriptions'
import { expect, test } from 'vitest'

const MANDATES = process.env.GALLA_LONG ? 1000 : 25
const SEEDS = Array.from(
  { length: Number(process.env.GALLA_SEEDS ?? 1) },
  (_, n) => Number(process.env.GALLA_SEED ?? 1) + n,
)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.parse('2027-01-31T07:00:00+05:30')

/** A sequence of numbers from 0 to 1 that the seed decides. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** A merchant's own record of one mandate. */
interface Account {
  readonly id: string
  readonly anchorMs: number
  readonly price: number
  /** Period number → redemption order that is open for it. */
  readonly open: Map<number, { id: string; notifiedForMs: number; tries: number }>
  readonly paid: Map<number, string>
}

/** The unpaid period whose bill can be announced now: from 26 hours before it to 20 days after. */
function nextPeriod({ anchorMs, paid }: Account, nowMs: number): number | undefined {
  for (let period = 1; period <= 12; period += 1) {
    const startMs = periodStartMs(anchorMs, 'MONTHLY', period)
    if (!paid.has(period) && nowMs >= startMs - 26 * HOUR_MS && nowMs < startMs + 20 * DAY_MS) return period
  }
  return undefined
}

/** A merchant that bills by the day, through the SDK and callbacks alone. */
function createMerchant(sandbox: Sandbox, random: () => number) {
  const galla = new Galla({
    clientId: 'shop',
    clientSecret: 'any',
    clientVersion: 1,
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    callbackCredentials: { username: 'hook', password: 'Passw0rd99' },
  })
  const { subscriptions } = galla
  const accounts = new Map<string, Account>()
  /** Debits that a COMPLETED order proved, by order id: the status decides, a callback only says where to look. */
  const debited = new Map<string, number>()
  const received = new Map<string, number>()

  const orNothing = async <Value>(call: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await call
    } catch (error) {
      if (isGallaError(error)) return undefined
      throw error
    }
  }

  const finish = async (account: Account, period: number): Promise<void> => {
    const open = account.open.get(period)
    if (!open) return
    let unknown = false
    const order = await subscriptions.getOrderStatus({ merchantOrderId: open.id }).catch((error: unknown) => {
      if (!isGallaError(error)) throw error
      unknown = error.code === 'INVALID_MERCHANT_ORDER_ID'
      return undefined
    })
    if (unknown) await announce(account, period)
    if (!order) return
    if (order.state === 'COMPLETED') {
      debited.set(open.id, order.amount)
      account.paid.set(period, open.id)
      account.open.delete(period)
    } else if (order.state === 'FAILED' || sandbox.clock.now() > order.expireAt + HOUR_MS) account.open.delete(period)
  }

  const announce = async (account: Account, period: number): Promise<void> => {
    // A new order for every try of a period; after a lost reply the same one again.
    const id = account.open.get(period)?.id ?? `${account.id}-${period}-${Math.floor(sandbox.clock.now() / HOUR_MS)}`
    const notice = { merchantOrderId: id, merchantSubscriptionId: account.id, amount: paise(account.price) }
    // Written down before the call: after a lost reply the order may exist.
    account.open.set(period, { id, notifiedForMs: sandbox.clock.now() + 25 * HOUR_MS, tries: 0 })
    try {
      await subscriptions.notify(notice)
    } catch (error) {
      if (!isGallaError(error)) throw error
      if (error.outcome === 'rejected' || error.outcome === 'not-sent') account.open.delete(period)
    }
  }

  return {
    accounts,
    debited,
    received,
    async subscribe(id: string): Promise<boolean> {
      const price = 19_900 + Math.floor(random() * 100) * 100
      const setup = {
        checkout: 'custom',
        merchantOrderId: `${id}-setup`,
        merchantSubscriptionId: id,
        authWorkflowType: 'PENNY_DROP',
        amountType: 'VARIABLE',
        amount: paise(200),
        maxAmount: paise(99_900),
        frequency: 'MONTHLY',
        deviceContext: { deviceOS: 'ANDROID' },
        paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
      } as const
      await orNothing(subscriptions.setup(setup))
      // The setup may have been taken in although its reply was lost: the payer has no link, so nothing is to be approved.
      const order = await orNothing(subscriptions.getOrderStatus({ merchantOrderId: setup.merchantOrderId }))
      if (!order) return false
      await sandbox.simulatePayment(
        setup.merchantOrderId,
        random() < 0.95 ? { outcome: 'SUCCESS' } : { outcome: 'FAILURE' },
      )
      accounts.set(id, { id, price, anchorMs: sandbox.clock.now(), open: new Map(), paid: new Map() })
      return true
    },
    /** Twice a day: closes what is open, redeems what is due, announces the next period. */
    async bill(): Promise<void> {
      const nowMs = sandbox.clock.now()
      for (const account of accounts.values()) {
        for (const period of [...account.open.keys()]) await finish(account, period)
        const due = nextPeriod(account, nowMs)
        if (account.open.size === 0 && due === undefined) continue
        const mandate = await orNothing(subscriptions.getStatus({ merchantSubscriptionId: account.id }))
        if (!mandate || !isUsable(mandate)) continue
        for (const [period, open] of account.open) {
          const order = await orNothing(subscriptions.getOrderStatus({ merchantOrderId: open.id }))
          const fromMs = Math.max(periodStartMs(account.anchorMs, 'MONTHLY', period), open.notifiedForMs)
          if (order?.state !== 'NOTIFIED' || nowMs < fromMs || nextDebitAtMs(nowMs) !== nowMs || open.tries > 0)
            continue
          open.tries += 1
          // Whatever comes of the call, only the order's status counts, later.
          await orNothing(subscriptions.redeem({ merchantOrderId: open.id }))
          // An impatient process sends it again; nothing may be debited twice.
          if (random() < 0.1) await orNothing(subscriptions.redeem({ merchantOrderId: open.id }))
        }
        if (due !== undefined && account.open.size === 0) await announce(account, due)
      }
    },
    async receive(headers: { [name: string]: string }, body: string): Promise<Response> {
      const event = await galla.callbacks.verify({ headers, body })
      if (event.kind === 'redemption' && event.payload.state === 'COMPLETED') {
        received.set(event.payload.merchantOrderId ?? '', event.payload.amount)
      }
      return new Response(null, { status: 200 })
    },
  }
}

test.each(SEEDS)(
  `a year of ${MANDATES} mandates with faults, pauses and revocations: what was debited is what the calls and callbacks reported (seed %d)`,
  async (seed) => {
    const random = randomOf(seed)
    let receive = async (_headers: { [name: string]: string }, _body: string): Promise<Response> => new Response(null)
    const sandbox = createSandbox({
      seed: String(seed),
      clock: { startMs: START_MS, frozen: true },
      tokenLifeSec: 315_360_000,
      journalLimit: 100,
      callbacks: { url: 'http://shop.example/callbacks', username: 'hook', password: 'Passw0rd99' },
      deliver: (_url, init) => receive(init.headers as { [name: string]: string }, String(init.body)),
    })
    const merchant = createMerchant(sandbox, random)
    receive = merchant.receive
    for (let n = 0; n < MANDATES; n += 1) await merchant.subscribe(`sub-${n}`)
    await sandbox.setFaults({
      rules: [
        { kind: 'lost-reply', rate: 0.03, endpoints: ['subscriptionRedeem', 'subscriptionNotify'] },
        { kind: 'status', status: 503, rate: 0.03 },
        { kind: 'reset', rate: 0.02 },
        { kind: 'stale-status', rate: 0.05, delayMs: 13 * HOUR_MS },
      ],
      callbacks: { duplicateRate: 0.05, dropRate: 0.1, reorderRate: 0.05 },
    })

    const ids = [...merchant.accounts.keys()]
    for (let half = 0; half < 2 * 400; half += 1) {
      await sandbox.clock.advance(12 * HOUR_MS)
      await merchant.bill()
      for (let n = 0; n < Math.ceil(ids.length / 100); n += 1) {
        const id = ids[Math.floor(random() * ids.length)] ?? ''
        const draw = random()
        const pauseUntilMs = sandbox.clock.now() + Math.floor(random() * 40) * DAY_MS
        if (draw < 0.02) await sandbox.simulateMandate(id, { action: 'PAUSE', pauseUntilMs }).catch(() => undefined)
        else if (draw < 0.022)
          await sandbox.simulateMandate(id, { action: 'REVOKE', silent: draw < 0.021 }).catch(() => undefined)
        else if (draw < 0.03) await sandbox.simulateMandate(id, { action: 'OPT_OUT' }).catch(() => undefined)
        else if (draw < 0.06) await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
      }
    }
    await sandbox.setFaults({})
    for (let day = 0; day < 6; day += 1) {
      await sandbox.clock.advance(DAY_MS)
      await merchant.bill()
    }

    const debits = new Map<string, number>()
    for (const account of merchant.accounts.values()) {
      const { redemptions } = await sandbox.mandate(account.id)
      const completed = redemptions.filter(({ state }) => state === 'COMPLETED')
      for (const { merchantOrderId, amount } of completed) debits.set(merchantOrderId, amount)
      // One debit a period, and never two tries that succeeded.
      expect(completed.length).toBe(account.paid.size)
      for (const { paymentDetails } of redemptions) {
        expect(paymentDetails.filter(({ state }) => state === 'COMPLETED').length).toBeLessThanOrEqual(1)
      }
    }
    const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, one) => total + one, 0)
    expect(sum(merchant.debited.values())).toBe(sum(debits.values()))
    expect([...merchant.debited].sort()).toEqual([...debits].sort())
    // Callbacks may be lost, but none is about money that did not move.
    for (const [id, amount] of merchant.received) expect(debits.get(id)).toBe(amount)
    expect(debits.size).toBeGreaterThan(MANDATES * 8)
    expect(merchant.received.size).toBeGreaterThan(debits.size * 0.8)
    await sandbox.close()
  },
  process.env.GALLA_LONG ? 1_800_000 : 300_000,
)
