import { z } from 'zod'
import { settle } from '../doors/settle.ts'
import { writeAudit } from '../storage/audit.ts'
import type { Route } from './routes.ts'
import { storyOf } from './story.ts'

/** A person has looked: the order goes on, and why is written down. */
export const unparkOrder: Route<'POST /orders/:merchantOrderId/unpark'> = {
  body: z.strictObject({ note: z.string().trim().min(1).max(500) }),
  async answer({ desk, params: { merchantOrderId = '' }, body: { note } }) {
    const { rooms } = desk
    const atMs = rooms.clock.now()
    await settle(rooms, merchantOrderId, [{ kind: 'console', unpark: true, note, atMs }])
    await writeAudit(rooms.books, {
      atMs,
      what: 'let the order go on',
      kind: 'order',
      id: merchantOrderId,
      detail: note,
    })
    return storyOf(desk, merchantOrderId)
  },
}
