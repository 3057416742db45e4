import type { Pool, PoolClient } from 'pg'

/** Paise. */
export const AMOUNT = 10_000
const REFUND = 1_000
const AT_MS = 1_774_000_000_000

/** The paid, refunded and held sums of a replica's orders, in paise. */
export interface Sums {
  paid: number
  refunded: number
  held: number
}

const ACCOUNTS = {
  capture: ['payments', 'available'],
  'refund-hold': ['available', 'held'],
  'refund-posted': ['held', 'refunded'],
  'hold-released': ['held', 'available'],
  'refund-reversed': ['refunded', 'held'],
} as const

interface Transfer {
  readonly kind: keyof typeof ACCOUNTS
  readonly amount: number
  readonly refund?: string
  readonly transactionId?: string
}

/**
 * Statements as a replica of the release before sends them: it starts, opens and completes orders, accepts second payments, and refunds, also under
 * the provider's id alone, which it then renames or joins. Each statement fails the test that it disturbs.
 */
export function oldReplica(pool: Pool, name: string) {
  let carts = 0
  const posted = new Map<string, number>()
  const sums: Sums = { paid: 0, refunded: 0, held: 0 }

  async function inTransaction(run: (tx: PoolClient) => Promise<void>): Promise<void> {
    const tx = await pool.connect()
    try {
      await tx.query('begin')
      await run(tx)
      await tx.query('commit')
    } finally {
      tx.release()
    }
  }

  /** In one statement, because the ledger compares each statement with the refund. */
  async function post(tx: PoolClient, orderId: string, transfers: readonly Transfer[]): Promise<void> {
    const rows = transfers.map(({ kind, amount, refund, transactionId }) => {
      const subject = refund === undefined ? `capture:${orderId}` : `refund:${refund}`
      const count = (posted.get(subject) ?? 0) + 1
      posted.set(subject, count)
      const [debitAccount, creditAccount] = ACCOUNTS[kind]
      return {
        kind,
        debitAccount,
        creditAccount,
        amount,
        transferKey: `${subject}:${count}`,
        merchantRefundId: refund,
        transactionId,
        origin: refund && 'api',
      }
    })
    await tx.query({
      name: 'post-transfers',
      text: `insert into galla.ledger ("merchantOrderId", "atMs", "transferKey", "kind", "debitAccount", "creditAccount", "amount", "merchantRefundId", "transactionId", "origin")
        select $1, $2, t."transferKey", t."kind", t."debitAccount", t."creditAccount", t."amount", t."merchantRefundId", t."transactionId", t."origin"
        from jsonb_to_recordset($3) as t("transferKey" text, "kind" text, "debitAccount" text, "creditAccount" text, "amount" bigint, "merchantRefundId" text,
          "transactionId" text, "origin" text)`,
      values: [orderId, AT_MS, JSON.stringify(rows)],
    })
  }

  const attempt = (transactionId: string) => ({
    transactionId,
    state: 'COMPLETED',
    amount: AMOUNT,
    paymentMode: 'UPI_QR',
    timestamp: AT_MS,
  })

  async function takePayment(id: string): Promise<void> {
    const order = {
      merchantOrderId: id,
      reference: `cart of ${id}`,
      checkout: 'STANDARD',
      amount: AMOUNT,
      request: {},
      startFingerprint: {},
    }
    const times = {
      createdAtMs: AT_MS,
      expiresAtMs: AT_MS + 600_000,
      sentAtMs: AT_MS,
      nextPollAtMs: AT_MS,
      sendByMs: AT_MS + 60_000,
    }
    await pool.query({
      name: 'insert-first-orders',
      text: 'select galla."insertFirstOrders"($1)',
      values: [JSON.stringify([{ ...order, ...times }])],
    })
    await pool.query({
      name: 'save-order',
      text: `update galla.orders set "state" = 'PENDING', "orderId" = $2, "sendByMs" = null, "version" = "version" + 1 where "merchantOrderId" = $1`,
      values: [id, `OMO-${id}`],
    })
    const change = {
      state: 'COMPLETED',
      resolution: 'fulfil',
      orderId: `OMO-${id}`,
      attempts: [attempt(`T-${id}`)],
      completedAtMs: AT_MS,
    }
    const decision = {
      rule: 'completed-by-status',
      from: 'PENDING',
      observations: [],
      nowMs: AT_MS,
      version: 2,
      sentAtMs: AT_MS,
      unansweredPolls: 0,
    }
    const captures = [{ transferKey: `capture:${id}:${AMOUNT}`, amount: AMOUNT, transactionId: `T-${id}` }]
    const events = [{ eventId: `order:${id}:completed`, type: 'order.completed' }]
    const { rowCount } = await pool.query({
      name: 'save-transitions',
      text: 'select galla."saveTransitions"($1)',
      values: [JSON.stringify([{ ...order, ...change, ...decision, transactionId: `T-${id}`, captures, events }])],
    })
    if (rowCount !== 1) throw new Error(`${id} was not completed`)
    sums.paid += AMOUNT
  }

  const acceptSecond = (id: string) =>
    inTransaction(async (tx) => {
      await tx.query(
        `update galla.orders set "attempts" = $2, "doublePaymentSeen" = true, "version" = "version" + 1 where "merchantOrderId" = $1`,
        [id, JSON.stringify([attempt(`T-${id}`), attempt(`U-${id}`)])],
      )
      await post(tx, id, [{ kind: 'capture', amount: AMOUNT, transactionId: `U-${id}` }])
      sums.paid += AMOUNT
    })

  const insertRefund = (tx: PoolClient, id: string, refund: string, more: { state: string; refundId?: string }) =>
    tx.query({
      name: 'insert-refund',
      text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "refundId", "createdAtMs", "updatedAtMs", "nextPollAtMs", "stateSinceMs", "eventCount")
        values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $7, 0) on conflict ("merchantRefundId") do nothing`,
      values: [
        refund,
        id,
        REFUND,
        more.state,
        more.refundId ? 'external' : 'api',
        more.refundId,
        AT_MS,
        more.state === 'COMPLETED' ? null : AT_MS,
      ],
    })
  const lock = (tx: PoolClient, id: string) =>
    tx.query('select from galla.orders where "merchantOrderId" = $1 for no key update', [id])
  const hold = (refund: string): Transfer => ({ kind: 'refund-hold', amount: REFUND, refund })
  const pay = (refund: string): Transfer => ({ kind: 'refund-posted', amount: REFUND, refund })
  const takeBack = (refund: string): Transfer[] => [
    { kind: 'refund-reversed', amount: REFUND, refund },
    { kind: 'hold-released', amount: REFUND, refund },
  ]

  /** Refunds an order as the old release did. The bank has decided every second refund; the others are in doubt. */
  async function refundOurs(id: string, isDecided: boolean): Promise<void> {
    const refund = `${id}-r`
    await inTransaction(async (tx) => {
      await lock(tx, id)
      await insertRefund(tx, id, refund, { state: 'REQUESTED' })
      await post(tx, id, [hold(refund)])
      sums.held += REFUND
    })
    await pool.query(
      `update galla.refunds set "inDoubt" = true, "attempts" = "attempts" + 1, "version" = "version" + 1 where "merchantRefundId" = $1`,
      [refund],
    )
    if (!isDecided) return
    await inTransaction(async (tx) => {
      await lock(tx, id)
      await tx.query(
        `update galla.refunds set "state" = 'COMPLETED', "inDoubt" = false, "nextPollAtMs" = null, "refundId" = $2, "eventCount" = 1 where "merchantRefundId" = $1`,
        [refund, `OMR-${id}`],
      )
      await post(tx, id, [pay(refund)])
      await tx.query(
        `insert into galla.events ("eventId", "event", "merchantOrderId", "merchantRefundId", "createdAtMs") values ($1, 'refund.completed', $2, $3, $4)`,
        [`refund:${refund}:completed`, id, refund, AT_MS],
      )
      sums.held -= REFUND
      sums.refunded += REFUND
    })
  }

  /** Somebody refunds elsewhere. Then the provider names our id: the refund gets it, or is joined with one of ours. */
  async function refundElsewhere(id: string, isOurs: boolean): Promise<void> {
    const [theirs, ours] = [`external:OMR-${id}`, `${id}-x`]
    await inTransaction(async (tx) => {
      await lock(tx, id)
      await insertRefund(tx, id, theirs, { state: 'COMPLETED', refundId: `OMR-${id}` })
      await post(tx, id, [hold(theirs), pay(theirs)])
      sums.refunded += REFUND
    })
    await inTransaction(async (tx) => {
      await lock(tx, id)
      if (isOurs) {
        await tx.query('delete from galla.refunds where "merchantRefundId" = $1', [theirs])
        await insertRefund(tx, id, ours, { state: 'REQUESTED' })
      } else
        await tx.query('update galla.refunds set "merchantRefundId" = $2 where "merchantRefundId" = $1', [theirs, ours])
      await post(tx, id, takeBack(theirs))
      await tx.query(
        `update galla.refunds set "state" = 'COMPLETED', "nextPollAtMs" = null, "refundId" = $2 where "merchantRefundId" = $1`,
        [ours, `OMR-${id}`],
      )
      await post(tx, id, [hold(ours), pay(ours)])
    })
  }

  return {
    sums,
    carts: () => carts,
    /** Takes one cart through everything that happens to it. */
    async takeCart(): Promise<void> {
      const id = `${name}-${carts}`
      await takePayment(id)
      if (carts % 3 === 1) await acceptSecond(id)
      if (carts % 2 === 0) await refundOurs(id, carts % 4 === 0)
      if (carts % 2 === 1) await refundElsewhere(id, carts % 4 === 1)
      carts += 1
    },
  }
}
