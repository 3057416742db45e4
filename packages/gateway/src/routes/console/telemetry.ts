import type { Route } from './routes.ts'

export const telemetry: Route<'GET /telemetry'> = { answer: ({ desk }) => desk.telemetry() }
