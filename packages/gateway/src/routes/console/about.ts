import type { Route } from './routes.ts'

export const about: Route<'GET /about'> = { answer: ({ desk }) => desk.about }
