import { ACCESS_DATA } from './access-data.ts'
import { EVENT_DATA } from './event-data.ts'
import { FINANCE_DATA } from './finance-data.ts'
import { ORDER_DATA } from './order-data.ts'
import { type ColumnData, emptied, LEASE, nulled, PLAIN, plain, replaced, SECRET } from './personal-column.ts'

/**
 * Every column of the schema `galla`, with what it can hold. A test compares this list with the database and fails for a column that
 * is missing here. Erasure is built from the list, so a personal column needs its line here and nothing else.
 *
 * - `PLAIN`: ids, amounts, times, states, codes. Kept as records.
 * - `SECRET`: keys, tokens and their digests. Not about a payer; never shown.
 * - `WITH_ROW`: may be personal, and goes with its row, which is deleted when it is no longer needed.
 * - anything else: personal data of a payer, or text that may hold it, and what erasure leaves of it.
 */
export const PERSONAL_DATA: { readonly [table: string]: { readonly [column: string]: ColumnData } } = {
  migrations: {
    version: PLAIN,
    name: PLAIN,
    compatibleFrom: PLAIN,
    steps: PLAIN,
    startedAt: PLAIN,
    finishedAt: PLAIN,
  },
  meta: { key: PLAIN, value: PLAIN },
  ...ORDER_DATA,
  ...FINANCE_DATA,
  callbacks: {
    callbackId: PLAIN,
    receivedAtMs: PLAIN,
    verdict: PLAIN,
    event: PLAIN,
    merchantOrderId: PLAIN,
    merchantRefundId: PLAIN,
    state: PLAIN,
    reason: PLAIN,
    verifiedBy: PLAIN,
    headers: emptied('headers'),
    body: nulled('body'),
    content: nulled('content'),
    // Keyed, of the unmasked body. Who has the key could try addresses.
    digest: nulled('digest'),
    dueAtMs: PLAIN,
    replayedAtMs: PLAIN,
    ...LEASE,
    processedAtMs: PLAIN,
    attempts: PLAIN,
    // An error without a due time is what "needs review" means.
    error: replaced('error'),
  },
  // Ids and states of the provider, and the name of a user.
  disputes: {
    disputeKey: PLAIN,
    disputeId: PLAIN,
    merchantOrderId: PLAIN,
    transactionId: PLAIN,
    state: PLAIN,
    callbackId: PLAIN,
    openedAtMs: PLAIN,
    updatedAtMs: PLAIN,
    answeredAtMs: PLAIN,
    answeredBy: PLAIN,
  },
  // Before the debits, which they reference.
  debit_tries: plain('merchantOrderId number subscriptionId cycle sentAtMs failedAtMs'),
  debits: plain(
    'merchantOrderId subscriptionId cycle merchantSubscriptionId notifiedAtMs validAfterMs validUntilMs checkedAtMs news newsSeen',
  ),
  plans: plain('planId name amount frequency trialDays cycles createdAtMs archivedAtMs'),
  plan_subscriptions: {
    ...plain(
      'subscriptionId planId state haltedFor amount frequency startsOn cycles pausedAtMs pausedBy pauseUntilMs cancelAt cancelSinceMs',
    ),
    ...plain('merchantSubscriptionId createdAtMs updatedAtMs endedAtMs nextActionAtMs unanswered version'),
    payer: nulled('payer'),
    // Keyed digests. Who has the key could try phone numbers and addresses.
    startFingerprint: emptied('startFingerprint'),
    ...LEASE,
  },
  mandates: plain(
    'merchantSubscriptionId subscriptionId number providerId setupOrderId state amountType maxAmount expiresAtMs setupEndsAtMs pausedAtMs pauseEndsAtMs checkedAtMs news newsSeen',
  ),
  cycles: plain('subscriptionId number amount isSkipped proratedTo difference outcome openedAtMs closedAtMs'),
  taken_differences: plain('subscriptionId cycle bill amount'),
  ...EVENT_DATA,
  tokens: { key: PLAIN, encrypted: SECRET, issuedAt: PLAIN },
  ...ACCESS_DATA,
  audit: {
    auditId: PLAIN,
    atMs: PLAIN,
    who: PLAIN,
    userId: PLAIN,
    address: PLAIN,
    what: PLAIN,
    kind: PLAIN,
    id: PLAIN,
    // Notes of people.
    detail: nulled('detail'),
    // A trigger removes it with the detail.
    detailSalt: SECRET,
    detailHash: PLAIN,
    before: PLAIN,
    after: PLAIN,
    hash: PLAIN,
  },
  order_counts: {
    bucketMs: PLAIN,
    paymentMode: PLAIN,
    state: PLAIN,
    paid: PLAIN,
    failure: PLAIN,
    count: PLAIN,
    amount: PLAIN,
    opened: PLAIN,
    attempted: PLAIN,
    attempts: PLAIN,
    paidAttempts: PLAIN,
  },
  call_counts: { bucketMs: PLAIN, tookMs: PLAIN, calls: PLAIN, errors: PLAIN },
  roll_ups: { name: PLAIN, filledToMs: PLAIN, changedToMs: PLAIN },
  workers: { workerId: PLAIN, startedAtMs: PLAIN, heartbeatAtMs: PLAIN, subscriptions: PLAIN, refundControls: PLAIN },
}

/** SQL that erases a table. */
export interface Erasure {
  /** The assignments that erase a row. */
  readonly set: string
  /** True when a row has something to erase. */
  readonly present: string
  /** True when a personal column has a value: the condition of the partial index of a table that is erased by age. */
  readonly filled: string
}

export function erasureOf(table: string): Erasure {
  const personal = Object.entries(PERSONAL_DATA[table] ?? {}).flatMap(([column, data]) =>
    typeof data === 'string' ? [] : [{ column, ...data }],
  )
  return {
    set: personal.map(({ column, erased }) => `"${column}" = ${erased}`).join(', '),
    present: personal.map(({ present }) => present).join(' or '),
    filled: personal.map(({ column }) => `"${column}" is not null`).join(' or '),
  }
}

/** Tables with a column that erasure changes. */
export const ERASED_TABLES: readonly string[] = Object.keys(PERSONAL_DATA).filter((table) =>
  Object.values(PERSONAL_DATA[table] ?? {}).some((data) => typeof data !== 'string'),
)
