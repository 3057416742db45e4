import { z } from 'zod'
import { text } from '../../http/schemas.ts'
import { search as searchStored } from '../../storage/search.ts'
import type { Route } from './routes.ts'

export const search: Route<'GET /search'> = {
  query: z.strictObject({ q: text }),
  answer: async ({ desk, query }) => ({ hits: await searchStored(desk.context.database, query.q) }),
}
