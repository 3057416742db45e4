import { z } from 'zod'
import { flag, page, text } from '../http/words.ts'
import { listEffects as listBooks } from '../storage/effect-list.ts'
import type { Route } from './routes.ts'

export const listEffects: Route<'GET /deliveries'> = {
  query: z.strictObject({ needsReview: z.exactOptional(flag), state: z.exactOptional(text), ...page }),
  answer: ({ desk, query }) => listBooks(desk.rooms.books, query),
}
