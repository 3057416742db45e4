import { domainTest, schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const people = [
  {
    row: 'A refund is paid out at most once.',
    rule: 'Nobody approves an own request, nothing is sent before the approval, and a day never exceeds its limit.',
    mutations: [
      {
        name: 'refund approval: by another person (secondPerson)',
        edits: [
          schema(
            'refunds',
            `  constraint "secondPerson" check ("approval" is distinct from 'approved' or ("decidedById" is not null and "decidedById" <> "requestedById")),\n`,
          ),
        ],
        tests: [
          test('constraints', 'an approval by who requested the refund'),
          test('constraints', 'an approval by nobody'),
          test('refund-controls', 'is needed for a refund in parts'),
        ],
      },
      {
        name: 'refund approval: by another person than the one behind who requested it (mayBeOnePerson)',
        edits: [
          source(
            'domain/access/one-person.ts',
            `  for (const user of behind) for (const { userId, madeById } of links) if (userId === user) behind.add(madeById)\n`,
          ),
        ],
        tests: [
          test('attacks/one-person', 'a person who invited a second user does not approve'),
          domainTest('access/one-person', 'a user and the last of a chain'),
        ],
      },
      {
        name: 'refund approval: by nobody where the creator of the key that requested it is not known',
        edits: [
          source(
            'services/refunds/second-person.ts',
            `  if (!creator) throw new GatewayError('SECOND_PERSON_NEEDED', UNKNOWN_CREATOR)\n`,
            `  if (!creator) return []\n`,
          ),
        ],
        tests: [test('attacks/one-person', 'nobody approves what a key requested when the key is %s')],
      },
      {
        name: 'refund approval: before it is sent (sentWhenApproved)',
        edits: [
          schema(
            'refunds',
            `  constraint "sentWhenApproved" check ("approval" is null or "approval" = 'approved' or ("attempts" = 0 and not "inDoubt")),\n`,
          ),
        ],
        tests: [
          test('constraints', 'a refund that is sent before its approval'),
          test('refund-controls', 'is needed for a refund in parts'),
        ],
      },
      {
        name: 'refund approval: of a request with a person and a time (approvalHasRequest)',
        edits: [
          schema(
            'refunds',
            `  constraint "approvalHasRequest" check ("approval" is null or ("approveByMs" is not null and "requestedById" is not null)),\n`,
          ),
        ],
        tests: [test('constraints', 'a refund that waits for nobody’s approval')],
      },
      {
        name: 'refund approval: of every refund that a key only requests (mustWait)',
        edits: [
          source(
            'services/merchant-api.ts',
            "requestRefund(context, { ...refund, origin: 'api' }, { mustWait: true })",
            "requestRefund(context, { ...refund, origin: 'api' })",
          ),
        ],
        tests: [test('keys-of-agents', 'requests the smallest refund, which waits for a second person although')],
      },
      {
        name: 'refund approval: a key that only requests refunds makes none (checkScope)',
        edits: [source('http/stored-keys.ts', '  if (key.scopes.includes(scope)) return\n', '  return\n')],
        tests: [test('keys-of-agents', 'refunds nothing by itself, and neither reads nor approves')],
      },
      {
        name: 'refund limits: a day never exceeds its limit (withinDailyLimit)',
        edits: [
          schema(
            'refunds',
            `,
  constraint "withinDailyLimit" check ("amount" <= "dailyLimit")`,
          ),
        ],
        tests: [test('constraints', 'a day of refunds above its limit')],
      },
      {
        name: 'refund limits: requests of a day are counted one after the other',
        edits: [
          source(
            'storage/refunds/refund-days.ts',
            `
      where d."amount" + excluded."amount" <= excluded."dailyLimit"`,
          ),
        ],
        tests: [test('refund-controls', 'the limit of a day')],
      },
    ],
  },
  {
    row: 'What a person decides or repeats, and its entry in the audit log, exist together or not at all',
    rule: 'A decision is made once, a person resolves findings by key.',
    mutations: [
      {
        name: 'review of a refund: its entry is in its transaction',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `recordResolution({ ...context, database: tx }, locked, {`,
            `recordResolution(tx ? context : context, locked, {`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'about a refund is made with its audit entry, or not at all')],
      },
      {
        name: 'review of an order: its entry is in its transaction',
        edits: [
          source(
            'services/orders/console-orders.ts',
            `      await writeAudit({ ...context, database: tx }, { atMs, what, kind: 'order', id: merchantOrderId, detail: note })`,
            `      await writeAudit(context, { atMs, what, kind: 'order', id: merchantOrderId, detail: note })`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'about a double payment is made with its audit entry')],
      },
      {
        name: 'approval of a refund: its entry is in its transaction',
        edits: [
          source(
            'services/refunds/decide-refund.ts',
            `        { ...context, database: tx },
        {
          atMs: context.clock.now(),
          what: \`\${what} \${shownRefundId(row)}\`,`,
            `        context,
        {
          atMs: context.clock.now(),
          what: \`\${what} \${shownRefundId(row)}\`,`,
          ),
        ],
        tests: [test('attacks/refund-approvals', 'is approved with its audit entry, or not at all')],
      },
      {
        name: 'request of a refund: its entry is in its transaction',
        edits: [
          source(
            'services/refunds/request-refund.ts',
            `  return writeAudit(
    { ...context, database: tx },`,
            `  return writeAudit(
    tx ? context : context,`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'to refund is made with its audit entry')],
      },
      {
        name: 'review of an order: as the person has read it',
        edits: [source('services/orders/console-orders.ts', `      checkAsRead(locked.row, version)\n`)],
        tests: [
          test('attacks/review-decisions', 'a decision about a review that has changed since the person read it'),
        ],
      },
      {
        name: 'review of a refund: as the person has read it, under the lock',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `  checkAsRead(row, version)
  const { needsReview } = row`,
            `  const { needsReview } = row`,
          ),
        ],
        tests: [
          test('attacks/review-decisions', 'a decision about a review that has changed since the person read it'),
        ],
      },
      {
        name: 'review of a refund: as the person has read it, before the status is checked',
        edits: [source('services/refunds/resolve-refund.ts', `  checkAsRead(stored, version)\n`)],
        tests: [],
        implied: 'the same comparison under the lock; kept, because it spares the provider a question',
      },
      {
        name: 'review of an order: resolved once',
        edits: [
          source(
            'services/orders/console-orders.ts',
            `      if (!locked.row.needsReview) throw invalid('merchantOrderId', 'names an order that does not need review')\n`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'is recorded once, when two persons make the same one')],
      },
      {
        name: 'review of a refund: resolved once',
        edits: [
          source(
            'services/refunds/resolve-refund.ts',
            `  if (!needsReview) throw invalid('merchantRefundId', 'names a refund that does not need review')\n`,
            `  if (!needsReview) return\n`,
          ),
        ],
        tests: [test('attacks/review-decisions', 'about a refund is recorded as it was made')],
      },
      {
        name: 'review of an order: under the order’s lock',
        edits: [
          source(
            'storage/orders/orders.ts',
            `from galla.orders o where o."merchantOrderId" = $1 for no key update of o`,
            `from galla.orders o where o."merchantOrderId" = $1`,
          ),
          source('storage/orders/orders.ts', `  await lockReferenceOf(on, merchantOrderId)\n`),
        ],
        tests: [test('attacks/review-decisions', 'is recorded as it was made')],
      },
      {
        name: 'order: the lock of its reference',
        edits: [source('storage/orders/orders.ts', `  await lockReferenceOf(on, merchantOrderId)\n`)],
        tests: [
          test('replicas', 'fulfils one of two orders of a reference'),
          test('attacks/held-locks', 'requests about an order whose lock is held'),
        ],
      },
      {
        name: 'approval of a refund: decided once',
        edits: [
          source(
            'domain/refunds/record.ts',
            `if (!awaitsApproval(refund) || isLate !== (decision === 'expired')) return refund`,
            `if (isLate !== (decision === 'expired')) return refund`,
          ),
        ],
        tests: [
          domainTest('refunds/reduce', 'is approved by another person only, and decided once'),
          test('refund-controls', 'decides once, however many decide at the same time'),
        ],
      },
      {
        name: 'approval of a refund: in time',
        edits: [
          source(
            'domain/refunds/record.ts',
            `if (!awaitsApproval(refund) || isLate !== (decision === 'expired')) return refund`,
            `if (!awaitsApproval(refund)) return refund`,
          ),
        ],
        tests: [domainTest('refunds/reduce', 'is decided before its time is over, and expires afterwards')],
      },
      {
        name: 'approval of a refund: not by who requested it',
        edits: [
          source(
            'services/refunds/decide-refund.ts',
            `  if (decision === 'approved') await checkSecondPerson(context, row, userId)\n`,
          ),
        ],
        tests: [test('refund-controls', 'approves above the amount')],
      },
      {
        name: 'audit log: nobody acts who may not any more',
        edits: [
          source(
            'storage/access/audit.ts',
            `coalesce($4, $5, $15) is null or (select galla."mayStillAct"($2, $4, $5, $15))`,
            `coalesce($4, $5, $15) is null or $2::text is not null or true`,
          ),
        ],
        tests: [test('attacks/requests-in-flight', 'has no effect after')],
      },
      {
        name: 'audit log: not as a user who was disabled or has another role',
        edits: [
          schema(
            'audit',
            `not exists (select from galla.users u where u."userId" = $1 and $2 is not null and (u."role" <> $2 or u."disabledAtMs" is not null))
    and `,
          ),
        ],
        tests: [test('attacks/requests-in-flight', 'has no effect after the sender')],
      },
      {
        name: 'audit log: not with a key that was revoked',
        edits: [
          schema(
            'audit',
            `
    and not exists (select from galla.api_keys k where k."keyId" = $3 and k."revokedAtMs" is not null)`,
          ),
        ],
        tests: [test('attacks/revoked-keys', 'and waits for its entry in the audit log does nothing once its key')],
      },
      {
        name: 'audit log: not in a session that was ended',
        edits: [
          schema(
            'audit',
            `
    and ($4 is null or exists (select from galla.sessions s where s."sessionId" = $4))`,
          ),
        ],
        tests: [test('attacks/requests-in-flight', 'has no effect after the session is ended')],
      },
      {
        name: 'audit log: one order of entries',
        edits: [
          schema(
            'audit',
            `begin
  lock table galla.audit_lock in exclusive mode;
  select "auditId", "hash"`,
            `begin
  select "auditId", "hash"`,
          ),
        ],
        tests: [test('attacks/audit-log', 'numbers entries of concurrent replicas without gaps')],
      },
      {
        name: 'audit log: an entry is never changed',
        edits: [
          schema(
            'audit',
            `create trigger "appendOnlyEntry" before update on galla.audit for each row execute function galla."keepAuditEntry"();`,
          ),
        ],
        tests: [test('attacks/audit-log', 'refuses')],
      },
      {
        name: 'audit log: an entry is never deleted',
        edits: [
          schema(
            'audit',
            `create trigger "appendOnly" before delete or truncate on galla.audit
  for each statement execute function galla."refuseChange"('the audit log is append-only');`,
          ),
        ],
        tests: [test('attacks/audit-log', 'refuses')],
      },
      {
        name: 'audit log: each entry holds the hash of the one before',
        edits: [schema('audit', `galla."auditHash"(coalesce("lastHash", ''), new)`, `galla."auditHash"('', new)`)],
        tests: [test('attacks/audit-log', 'shows that an entry was')],
      },
      {
        name: 'key of the merchant API: revoked for good, with the scopes and expiry that it was made with (keepApiKey)',
        edits: [
          schema(
            'api-keys',
            `create trigger "keepApiKey" before update on galla.api_keys for each row execute function galla."keepApiKey"();`,
          ),
        ],
        tests: [test('api-keys', 'are revoked on every replica at once, for good')],
      },
      {
        name: 'user: somebody can always manage the users (keepAnAdmin)',
        edits: [
          schema(
            'users',
            `create trigger "keepAnAdmin" after update of "role", "passwordHash", "isFirst", "disabledAtMs" or delete on galla.users
  for each statement execute function galla."keepAnAdmin"();`,
          ),
        ],
        tests: [test('console-users', 'the last admin')],
      },
      {
        name: 'user: two admins cannot disable each other',
        edits: [
          schema(
            'users',
            `begin
  lock table galla.users_lock in exclusive mode;
  if not exists`,
            `begin
  if not exists`,
          ),
        ],
        tests: [test('constraints', 'two admins who disable each other')],
      },
    ],
  },
]
