import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { replay } from '../../src/services/callbacks/replay.ts'
import { retryManyByPerson } from '../../src/services/console-records.ts'
import { removeSubscription } from '../../src/services/events/subscriptions.ts'
import { erasePayer, holdOrder, releaseOrder } from '../../src/services/privacy/payer-erasure.ts'
import { dyingAt } from '../helpers/dying-process.ts'
import { payOrder, withProcesses } from '../helpers/paid-order.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

type Act = (context: GatewayContext) => Promise<unknown>

/** Actions of a person, each with the query that counts its stored effects. The effect is undone before each try. */
const ACTIONS: readonly { readonly act: Act; readonly effect: string; readonly undo: string }[] = [
  {
    act: (context) => replay(context, ['1']),
    effect: `galla.callbacks where "callbackId" = 1 and "dueAtMs" is not null`,
    undo: `update galla.callbacks set "dueAtMs" = null`,
  },
  {
    act: (context) => retryManyByPerson(context, 'all-failed'),
    effect: `galla.deliveries where "state" = 'waiting'`,
    undo: `update galla.deliveries set "state" = 'failed', "nextAttemptAtMs" = null, "doneAtMs" = null`,
  },
  {
    act: (context) => removeSubscription(context, { subscriber: 'chat', event: 'refund.failed' }),
    effect: `(select 1 where not exists (select from galla.subscriptions where "event" = 'refund.failed')) removed`,
    undo: `insert into galla.subscriptions ("subscriber", "event", "registeredAtMs") values ('chat', 'refund.failed', 1) on conflict do nothing`,
  },
  {
    act: (context) => holdOrder(context, { merchantOrderId: 'paid', reason: 'dispute', by: 'Asha' }),
    effect: 'galla.legal_holds',
    undo: 'delete from galla.legal_holds',
  },
  {
    act: (context) => releaseOrder(context, 'paid'),
    effect: `(select 1 where not exists (select from galla.legal_holds)) released`,
    undo: `insert into galla.legal_holds ("merchantOrderId", "reason", "by", "sinceMs") values ('paid', 'x', 'x', 1) on conflict do nothing`,
  },
  {
    act: (context) => erasePayer(context, { merchantOrderId: 'paid' }),
    effect: 'galla.erasures',
    undo: 'delete from galla.erasures; delete from galla.legal_holds; update galla.orders set "erasedAtMs" = null',
  },
]

it('commits a user’s action together with its audit entry or not at all, at every point where the process is killed', async () => {
  const notifiers = [{ name: 'chat', kinds: ['order.completed'] as const, notify: async () => {} }]
  const testGateway = await createTestGateway({ gateway: { notifiers } })
  const { rows } = testGateway
  await payOrder(testGateway, 'paid')
  const count = async (from: string) =>
    (await rows<{ count: number }>(`select count(*)::int as count from ${from}`))[0]?.count
  const settings = { ...testGateway.settings, notifiers: [] }
  await withProcesses({ ...testGateway, settings }, 1, async ([context]) => {
    for (const { act, effect, undo } of ACTIONS) {
      await rows(undo)
      let entries = await count('galla.audit')
      for (let at = 0, died = true; died; at++) {
        const dying = dyingAt(context as GatewayContext, at)
        await act(dying.process).catch((error: unknown) => expect(String(error)).toContain('killed'))
        died = dying.died()
        expect({ effect, at, entries: await count('galla.audit') }).toEqual({
          effect,
          at,
          entries: (entries ?? 0) + ((await count(effect)) ?? 0),
        })
        entries = await count('galla.audit')
        await rows(undo)
      }
    }
  })
})
