import { z } from 'zod'
import { search as searchBooks } from '../storage/search.ts'
import type { Route } from './routes.ts'
import { text } from './words.ts'

export const search: Route<'GET /search'> = {
  query: z.strictObject({ q: text }),
  answer: async ({ desk, query }) => ({ hits: await searchBooks(desk.rooms.books, query.q) }),
}
