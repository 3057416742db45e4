import type { Route } from './routes.ts'
import { storyOf } from './story.ts'

export const readOrder: Route<'GET /orders/:merchantOrderId'> = {
  answer: ({ desk, params }) => storyOf(desk, params.merchantOrderId ?? ''),
}
