import { schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const refundRows = [
  {
    row: 'A refund is paid out at most once.',
    mutations: [
      {
        name: 'refund: one without our id is never sent (sentWithOurId)',
        edits: [schema('refunds', ` and "attempts" = 0)),`, `)),`)],
        tests: [test('constraints', 'a refund without our id that was sent')],
      },
      {
        name: 'refund: one without our id was made elsewhere (sentWithOurId)',
        edits: [schema('refunds', `("origin" = 'external' and "attempts" = 0)`, `("attempts" = 0)`)],
        tests: [test('constraints', 'a refund without our id that was requested here')],
      },
      {
        name: 'refund: it has an id, unless it is another row of one (hasAnId)',
        edits: [
          schema(
            'refunds',
            `  constraint "hasAnId" check (("joinedTo" is null) = ("merchantRefundId" is not null or "refundId" is not null)),\n`,
          ),
        ],
        tests: [
          test('constraints', 'a refund without any id'),
          test('constraints', 'a refund that is another one and has an id of its own'),
        ],
      },
      {
        name: 'refund: another row of one is closed (joinedIsClosed)',
        edits: [
          schema(
            'refunds',
            `,
  constraint "joinedIsClosed" check ("joinedTo" is null or ("state" = 'FAILED' and "needsReview" is null and "nextPollAtMs" is null))`,
          ),
        ],
        tests: [test('constraints', 'a refund that is another one and open')],
      },
      {
        name: 'refund: another row of one belongs to one that is stored',
        edits: [schema('refunds', `"joinedTo" bigint references galla.refunds check`, `"joinedTo" bigint check`)],
        tests: [test('constraints', 'a refund that is another one, which is not there')],
      },
      {
        name: 'refund: an id of ours is that of one refund',
        edits: [schema('refunds', `"merchantRefundId" text unique check`, `"merchantRefundId" text check`)],
        tests: [test('constraints', 'a second refund with an id of ours')],
      },
      {
        name: 'refund: an id of ours is none that is shown of a refund without one',
        edits: [schema('refunds', ` and position(':' in "merchantRefundId") = 0`)],
        tests: [test('constraints', 'an id of ours that looks like none')],
      },
      {
        name: 'refund: a row that has become another one counts no more',
        edits: [
          source(
            'storage/refunds/refunds.ts',
            `where "merchantOrderId" = $1 and "joinedTo" is null order by "createdAtMs", "id"`,
            `where "merchantOrderId" = $1 order by "createdAtMs", "id"`,
          ),
        ],
        tests: [test('refunds-without-our-id', 'becomes the refund of ours that a restored database had lost')],
      },
    ],
  },
  {
    row: 'Money out never exceeds money in',
    mutations: [
      {
        name: 'ledger: a refund moves no more than it holds, in review too',
        edits: [schema('ledger', ` or s."held" < 0`)],
        tests: [test('constraints', 'a refund in review that pays out what another one holds')],
      },
      {
        name: 'ledger: a refund is paid out when it is completed, and only then',
        edits: [
          schema(
            'ledger',
            `
      or s."refunded" <> case r."state" when 'COMPLETED' then r."amount" else 0 end`,
          ),
        ],
        tests: [
          test('constraints', 'a refund in review that is completed without its transfer'),
          test('ledger', 'cannot free the amount of a refund that has not failed'),
        ],
      },
      {
        name: 'ledger: a refund holds its amount while it is open, and only then',
        edits: [
          schema(
            'ledger',
            `
      or r."needsReview" is null and s."held" <> case when r."state" in ('COMPLETED', 'FAILED') then 0 else r."amount" end))`,
            `))`,
          ),
        ],
        tests: [
          test('constraints', 'an open refund that is failed without freeing what it holds'),
          test('constraints', 'a failed refund that is open again without a hold'),
          test('ledger', 'cannot free the amount of a refund'),
        ],
      },
      {
        name: 'ledger: a refund takes of its own order',
        edits: [schema('ledger', `s."isOfAnother" or `)],
        tests: [test('ledger', 'cannot move what a refund takes')],
      },
      {
        name: 'ledger: what is posted fits the state of its refund',
        edits: [
          schema(
            'ledger',
            `p where galla."differsFromLedger"(p."refundKey"))`,
            `p where galla."differsFromLedger"(-p."refundKey"))`,
          ),
        ],
        tests: [test('ledger', 'cannot free the amount of a refund')],
      },
      {
        name: 'ledger: a transfer is of a refund that is stored',
        edits: [schema('ledger', `"refundKey" bigint references galla.refunds,`, `"refundKey" bigint,`)],
        tests: [
          test('constraints', 'the deletion of an open refund'),
          test('constraints', 'the deletion of a completed refund'),
          test('constraints', 'a transfer of no refund'),
        ],
      },
      {
        name: 'refund: its state is not changed without its transfers (postedWhenChanged)',
        edits: [
          schema(
            'ledger',
            `for each row when (old."state" <> new."state" or old."amount" <> new."amount"`,
            `for each row when (old."amount" <> new."amount"`,
          ),
        ],
        tests: [
          test('constraints', 'an open refund that is failed without freeing what it holds'),
          test('constraints', 'an open refund that is completed without its transfer'),
          test('constraints', 'a completed refund that is open again without its transfers'),
        ],
      },
      {
        name: 'refund: its amount is not changed without its transfers (postedWhenChanged)',
        edits: [schema('ledger', ` or old."amount" <> new."amount" or (old`, ` or (old`)],
        tests: [test('constraints', 'a refund in review of another amount than was paid out')],
      },
      {
        name: 'refund: its review does not end without its transfers (postedWhenChanged)',
        edits: [
          schema(
            'ledger',
            ` or (old."needsReview" is null) <> (new."needsReview" is null))
  execute function galla."refuseDifference"`,
            `)
  execute function galla."refuseDifference"`,
          ),
        ],
        tests: [test('constraints', 'a failed refund that needs no review any more and still holds its amount')],
      },
      {
        name: 'refund: it is not stored without its transfers (postedWhenStored)',
        edits: [
          schema(
            'ledger',
            `create constraint trigger "postedWhenStored" after insert on galla.refunds deferrable initially deferred
  for each row execute function galla."refuseDifference"();\n`,
          ),
        ],
        tests: [test('constraints', 'a refund that is stored without a hold')],
      },
    ],
  },
]
