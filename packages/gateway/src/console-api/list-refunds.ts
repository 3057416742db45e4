import { z } from 'zod'
import { listRefunds as listBooks } from '../storage/refund-list.ts'
import type { Route } from './routes.ts'
import { page, text } from './words.ts'

export const listRefunds: Route<'GET /refunds'> = {
  query: z.strictObject({ state: z.exactOptional(text), merchantOrderId: z.exactOptional(text), ...page }),
  answer: ({ desk, query }) => listBooks(desk.rooms.books, query),
}
