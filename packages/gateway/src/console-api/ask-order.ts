import { askOrder as askProvider } from '../doors/ask-provider.ts'
import { settle } from '../doors/settle.ts'
import { notThere } from '../http/refusal.ts'
import { writeAudit } from '../storage/audit.ts'
import { readOrder } from '../storage/orders.ts'
import type { Route } from './routes.ts'
import { storyOf } from './story.ts'

/** The button "ask the provider now". */
export const askOrder: Route<'POST /orders/:merchantOrderId/sync'> = {
  async answer({ desk, params: { merchantOrderId = '' } }) {
    const { rooms } = desk
    const row = await readOrder(rooms.books, merchantOrderId)
    if (!row) throw notThere('order', merchantOrderId)
    await writeAudit(rooms.books, {
      atMs: rooms.clock.now(),
      what: 'asked the provider',
      kind: 'order',
      id: merchantOrderId,
    })
    await settle(rooms, merchantOrderId, [await askProvider(rooms, row)])
    return storyOf(desk, merchantOrderId)
  },
}
