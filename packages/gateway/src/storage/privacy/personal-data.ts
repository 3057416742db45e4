import { ACCESS_DATA } from './access-data.ts'
import {
  type ColumnData,
  emptied,
  KEPT_OF_ATTEMPTS,
  LEASE,
  nulled,
  PLAIN,
  reduced,
  replaced,
  SECRET,
  WITH_ROW,
  withoutField,
} from './personal-column.ts'

/** Columns that are all kept as records. */
const plain = (columns: string): { readonly [column: string]: ColumnData } =>
  Object.fromEntries(columns.split(' ').map((column) => [column, PLAIN]))

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
  orders: {
    merchantOrderId: PLAIN,
    reference: PLAIN,
    checkout: PLAIN,
    amount: PLAIN,
    state: PLAIN,
    resolution: PLAIN,
    orderId: PLAIN,
    attempts: reduced('attempts', KEPT_OF_ATTEMPTS),
    errorCode: PLAIN,
    detailedErrorCode: PLAIN,
    opening: PLAIN,
    // Composed of states, amounts and ids.
    needsReview: PLAIN,
    resolvedFindings: PLAIN,
    // Return URL, message, metaInfo and merchantUserId: texts of the merchant.
    request: emptied('request'),
    // Payment page, intent link, QR code and token: anyone who has them can read the payment.
    opened: nulled('opened'),
    linkDigests: SECRET,
    transactionId: PLAIN,
    paymentMode: PLAIN,
    instrument: PLAIN,
    rail: PLAIN,
    utr: PLAIN,
    payerVpa: nulled('payerVpa'),
    availableAmount: PLAIN,
    heldAmount: PLAIN,
    refundedAmount: PLAIN,
    overdrawnAmount: PLAIN,
    createdAtMs: PLAIN,
    updatedAtMs: PLAIN,
    expiresAtMs: PLAIN,
    completedAtMs: PLAIN,
    sentAtMs: PLAIN,
    sendByMs: PLAIN,
    remindedAtMs: PLAIN,
    mayNotImport: PLAIN,
    erasedAtMs: PLAIN,
    nextPollAtMs: PLAIN,
    unansweredPolls: PLAIN,
    // Keyed digests. Who has the key could try phone numbers and addresses.
    startFingerprint: emptied('startFingerprint'),
    payFingerprint: nulled('payFingerprint'),
    ...LEASE,
    version: PLAIN,
  },
  // Deleted when the hold ends.
  legal_holds: { merchantOrderId: PLAIN, reason: WITH_ROW, by: WITH_ROW, sinceMs: PLAIN },
  erasures: { merchantOrderId: PLAIN, dueAtMs: PLAIN, repeatUntilMs: PLAIN },
  decisions: {
    decisionId: PLAIN,
    merchantOrderId: PLAIN,
    atMs: PLAIN,
    rule: PLAIN,
    from: PLAIN,
    to: PLAIN,
    // Kinds, states, amounts, times and callback ids.
    observations: PLAIN,
    events: PLAIN,
  },
  refunds: {
    id: PLAIN,
    merchantRefundId: PLAIN,
    joinedTo: PLAIN,
    merchantOrderId: PLAIN,
    amount: PLAIN,
    state: PLAIN,
    origin: PLAIN,
    note: nulled('note'),
    // From a list, and names of users.
    reason: PLAIN,
    requestedBy: PLAIN,
    requestedById: PLAIN,
    requestedRole: PLAIN,
    countedForDay: PLAIN,
    approval: PLAIN,
    approveByMs: PLAIN,
    decidedBy: PLAIN,
    decidedById: PLAIN,
    decidedAtMs: PLAIN,
    decisionNote: nulled('decisionNote'),
    inDoubt: PLAIN,
    // Holds the provider's message.
    refusal: withoutField('refusal', ['message']),
    // States, amounts, ids, codes, times and the number of the bank.
    disputed: PLAIN,
    // Composed of states, amounts and ids, and the code and message of a refusal.
    needsReview: withoutField('needsReview', ['theirs', 'message']),
    // Reasons, states, amounts and ids.
    resolvedFindings: PLAIN,
    stateSinceMs: PLAIN,
    eventCount: PLAIN,
    refundId: PLAIN,
    errorCode: PLAIN,
    detailedErrorCode: PLAIN,
    utr: PLAIN,
    attempts: PLAIN,
    underWaySinceMs: PLAIN,
    createdAtMs: PLAIN,
    madeAtMs: PLAIN,
    updatedAtMs: PLAIN,
    nextPollAtMs: PLAIN,
    ...LEASE,
    version: PLAIN,
  },
  refund_files: {
    fileId: PLAIN,
    name: WITH_ROW,
    digest: PLAIN,
    uploadedBy: PLAIN,
    createdAtMs: PLAIN,
    startedBy: PLAIN,
    startedById: PLAIN,
    startedFrom: WITH_ROW,
    startedAtMs: PLAIN,
    finishedAtMs: PLAIN,
    nextRunAtMs: PLAIN,
    ...LEASE,
  },
  refund_file_rows: {
    rowId: PLAIN,
    fileId: PLAIN,
    createdAtMs: PLAIN,
    line: PLAIN,
    merchantOrderId: PLAIN,
    paid: PLAIN,
    refundable: PLAIN,
    amount: PLAIN,
    reason: PLAIN,
    // Goes to the refund when its row is run.
    note: nulled('note'),
    merchantRefundId: PLAIN,
    plan: PLAIN,
    column: PLAIN,
    result: PLAIN,
    code: PLAIN,
    message: PLAIN,
  },
  refund_days: { day: PLAIN, role: PLAIN, amount: PLAIN, dailyLimit: PLAIN },
  ledger: {
    transferKey: PLAIN,
    entryId: PLAIN,
    atMs: PLAIN,
    paidAtMs: PLAIN,
    valueAtMs: PLAIN,
    kind: PLAIN,
    debitAccount: PLAIN,
    creditAccount: PLAIN,
    amount: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    transactionId: PLAIN,
    origin: PLAIN,
  },
  ledger_days: { dayMs: PLAIN, kind: PLAIN, origin: PLAIN, entries: PLAIN, amount: PLAIN },
  ledger_tail: { entryId: PLAIN, dayMs: PLAIN, kind: PLAIN, origin: PLAIN, amount: PLAIN },
  settlements: plain('settlementId state utr amount failure updatedAtMs foundAtMs reportedAtMs nextReadAtMs refusal namedBy'),
  settlement_entries: plain('entryId atMs settlementId amount'),
  settlement_reports: plain(
    'reportId name digest importedBy importedAtMs undoneAtMs undoneBy undoneFees undoneTaxes undoneDeductions',
  ),
  // Names of payers and descriptions of the file are not stored.
  settlement_lines: plain(
    'lineKey reportId atMs kind type merchantOrderId transactionId amount fee tax net settlementId utr settledOn namedBy dayIsNamed',
  ),
  bank_statements: plain('statementId name digest fromDay toDay importedBy importedAtMs'),
  // Narrations, and lines that are not about settlements, are not stored.
  bank_statement_lines: plain('statementId line day amount references namesProvider'),
  day_closes: plain(
    'number day toMs closedAtMs payments captured refunds refunded settlements settled fees taxes deductions difference digest',
  ),
  reconciliations: {
    runId: PLAIN,
    origin: PLAIN,
    fromMs: PLAIN,
    toMs: PLAIN,
    phase: PLAIN,
    afterMs: PLAIN,
    afterId: PLAIN,
    checked: PLAIN,
    repaired: PLAIN,
    pauses: PLAIN,
    startedAtMs: PLAIN,
    ranAtMs: PLAIN,
    finishedAtMs: PLAIN,
    ...LEASE,
  },
  discrepancies: {
    merchantOrderId: PLAIN,
    merchantRefundId: PLAIN,
    transactionId: PLAIN,
    kind: PLAIN,
    reason: PLAIN,
    ours: PLAIN,
    theirs: PLAIN,
    repairable: PLAIN,
    foundAtMs: PLAIN,
    comparedAtMs: PLAIN,
  },
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
      'subscriptionId planId state haltedFor amount carried frequency startsOn cycles pausedAtMs pausedBy pauseUntilMs cancelAt cancelSinceMs',
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
  cycles: plain('subscriptionId number amount adjustment isSkipped outcome openedAtMs closedAtMs'),
  events: {
    eventId: PLAIN,
    event: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    subscriptionId: PLAIN,
    createdAtMs: PLAIN,
    settlementId: PLAIN,
    day: PLAIN,
  },
  subscriptions: { subscriber: PLAIN, event: PLAIN, registeredAtMs: PLAIN },
  deliveries: {
    deliveryId: PLAIN,
    eventId: PLAIN,
    subscriber: PLAIN,
    event: PLAIN,
    merchantOrderId: PLAIN,
    refundKey: PLAIN,
    state: PLAIN,
    attempts: PLAIN,
    // The text of a handler of the merchant.
    lastError: nulled('lastError'),
    createdAtMs: PLAIN,
    nextAttemptAtMs: PLAIN,
    ...LEASE,
    doneAtMs: PLAIN,
  },
  // Deleted after the days that calls are kept.
  delivery_attempts: {
    leaseToken: PLAIN,
    deliveryId: PLAIN,
    merchantOrderId: PLAIN,
    createdAtMs: PLAIN,
    attempt: PLAIN,
    startedAtMs: PLAIN,
    tookMs: PLAIN,
    result: PLAIN,
    // As deliveries.lastError.
    error: nulled('error'),
    nextAttemptAtMs: PLAIN,
  },
  calls: {
    callId: PLAIN,
    atMs: PLAIN,
    endpoint: PLAIN,
    method: PLAIN,
    path: PLAIN,
    attempts: PLAIN,
    httpStatus: PLAIN,
    tookMs: PLAIN,
    errorKind: PLAIN,
    outcome: PLAIN,
    code: PLAIN,
    message: nulled('message'),
    merchantOrderId: PLAIN,
    merchantRefundId: PLAIN,
    request: nulled('request'),
    response: nulled('response'),
  },
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

/** How a table is erased, as SQL. */
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
