import { checkHealth } from '../../observability/health.ts'
import type { Route } from './routes.ts'

export const health: Route<'GET /health'> = { answer: ({ desk }) => checkHealth(desk.context) }
