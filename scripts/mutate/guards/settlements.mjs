import { schema, source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const settlements = [
  {
    row: 'A closed day never changes',
    rule: 'A closed day never changes: its figures are computed by the database, and what becomes known later is an entry of a later day.',
    mutations: [
      {
        name: 'closes: a close is not changed',
        edits: [
          schema(
            'settlements',
            `create trigger "neverChanged" before update or truncate on galla.day_closes`,
            `create trigger "neverChanged" before truncate on galla.day_closes`,
          ),
        ],
        tests: [test('day-closes', 'a correction of a settlement is an entry of a later day')],
      },
      {
        name: 'closes: a close of a day that is over is not deleted',
        edits: [
          schema(
            'settlements',
            `for each row when (old."toMs" <= extract(epoch from clock_timestamp()) * 1000)`,
            `for each row when (false)`,
          ),
        ],
        tests: [test('day-closes', 'can be deleted only while its day is not over')],
      },
      {
        name: 'closes: a day to come is not closed',
        edits: [
          schema('settlements', `if new."toMs" > extract(epoch from clock_timestamp()) * 1000 then`, `if false then`),
        ],
        tests: [test('day-closes', 'is never of a day that is not over on the clock of the database')],
      },
      {
        name: 'closes: an import that is taken back is taken from a later day',
        edits: [
          schema('settlements', `new."undoneAtMs" := greatest(new."undoneAtMs", "closedMs");`, `"closedMs" := null;`),
        ],
        tests: [test('settlements', 'leaves closed days as they are, and is taken from the day that is closed next')],
      },
      {
        name: 'closes: an entry never lies in a closed day',
        edits: [schema('settlements', `new."atMs" := "closedMs";`, `new."atMs" := new."atMs";`)],
        tests: [test('day-closes', 'a replica with a clock of before the close posts to the next day')],
      },
      {
        name: 'closes: nothing is dated to a time to come',
        edits: [
          schema('settlements', `if "closedMs" > extract(epoch from clock_timestamp()) * 1000 then`, `if false then`),
        ],
        tests: [test('day-closes', 'can be deleted only while its day is not over')],
      },
      {
        name: 'closes: days are closed one after the other',
        edits: [schema('settlements', `if "lastToMs" <> "fromMs" then`, `if false then`)],
        tests: [test('day-closes', 'is followed by the close of the next day only')],
      },
      {
        name: 'closes: entries that are being written are awaited',
        edits: [
          source(
            'storage/settlements/day-closes.ts',
            'lock table galla.settlement_entries, galla.settlement_lines in share mode',
            'select 1',
          ),
        ],
        tests: [test('day-closes', 'is whole or not there after its process was killed')],
      },
      {
        name: 'closes: a close is stored with its event',
        edits: [
          source(
            'services/settlements/day-closes.ts',
            `deliveries: close ? await insertEvent(tx, dayClosedEvent(close), clock.now()) : 0 }
    })`,
            `deliveries: 0 }
    })
    if (close) await insertEvent(database, dayClosedEvent(close), clock.now())`,
          ),
        ],
        tests: [test('settlement-events', 'is recorded with the close or not at all')],
      },
    ],
  },
  {
    row: 'An older report of a settlement',
    rule: 'An older report of a settlement never replaces a newer one.',
    mutations: [
      {
        name: 'settlements: an older report is refused',
        edits: [
          schema(
            'settlements',
            `new."updatedAtMs" is null or new."updatedAtMs" < old."updatedAtMs"`,
            `new."updatedAtMs" is null`,
          ),
        ],
        tests: [test('settlements', 'never go back to an older report')],
      },
      {
        name: 'settlements: what is not paid out is read again',
        edits: [
          schema(
            'settlements',
            `constraint "readAgain" check ("nextReadAtMs" is not null or "state" = 'PROCESSED' and "amount" is not null),`,
            '',
          ),
        ],
        tests: [test('settlements', 'never go back to an older report')],
      },
      {
        name: 'settlements: an entry is posted for what a report changes',
        edits: [schema('settlements', `if "change" <> 0 then`, `if false then`)],
        tests: [test('settlements', 'become known by the list when no callback arrives')],
      },
      {
        name: 'settlements: a change is stored with its event',
        edits: [
          source(
            'services/settlements/read-settlements.ts',
            `deliveries: event ? await insertEvent(tx, event, nowMs) : 0 }
  })`,
            `event, deliveries: 0 }
  })
  if (result.event) await insertEvent(database, result.event, nowMs)`,
          ),
        ],
        tests: [test('settlement-events', 'are recorded with the change or not at all')],
      },
      {
        name: 'settlements: an import that is taken back takes back the transfers that it has named',
        edits: [
          source(
            'storage/settlements/report-lines.ts',
            'where "namedBy" = $1 order by',
            'where "namedBy" = $1 and false order by',
          ),
        ],
        tests: [test('settlements', 'is taken back with the transfers that it has named')],
      },
      {
        name: 'settlements: an import that is taken back leaves the day that the earlier file had named',
        edits: [
          source('storage/settlements/report-lines.ts', `case when not "dayIsNamed" then "settledOn" end`, 'null'),
        ],
        tests: [test('settlement-imports', 'of the transfer as that file had the row')],
      },
      {
        name: 'settlements: an import that is taken back leaves the settlements that the provider has named',
        edits: [source('storage/settlements/settlements.ts', `"nextReadAtMs", "namedBy" = null`, `"nextReadAtMs"`)],
        tests: [test('settlement-imports', 'leaves the settlement that a callback named')],
      },
    ],
  },
]
