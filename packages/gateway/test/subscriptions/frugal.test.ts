import { describe, expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

async function openShop(options: Parameters<typeof openSubscriptionShop>[1] = {}) {
  const shop = await openSubscriptionShop(createTestGateway, options)
  await shop.activate()
  await shop.until(SECOND - 37 * HOUR_MS)
  return shop
}

/** Notes each event that is given to the database, also one that the database has already. */
const NOTE_OFFERED = `create table offered ("eventId" text);
  create function note_offered() returns trigger language plpgsql as $$ begin insert into offered values (new."eventId"); return new; end $$;
  create trigger note_offered before insert on galla.events for each row execute function note_offered()`

describe('an event of a debit', () => {
  it('is given to the database once for each announcement and each failure, however many turns follow', async () => {
    const { rows, until, sandbox, eventsOf } = await openShop({
      gateway: { subscriptions: subscriptions({ retryAfterDays: [1] }) },
    })
    await rows(NOTE_OFFERED)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(SECOND + 6 * DAY_MS)
    const offered = await rows<{ eventId: string; times: number }>(
      `select "eventId", count(*)::int as "times" from offered where "eventId" like '%:charge_%' group by 1 order by 1`,
    )
    expect(offered).toEqual(
      ['charge_failed', 'charge_upcoming'].flatMap((name) =>
        [1, 2].map((number) => ({ eventId: `subscription:sub-7:${name}:sub-7-2-${number}`, times: 1 })),
      ),
    )
    expect(eventsOf('charge_upcoming')).toHaveLength(2)
  })
})
