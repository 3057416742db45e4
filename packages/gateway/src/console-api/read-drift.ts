import { readDrift as readBooks } from '../storage/drift.ts'
import type { Route } from './routes.ts'

export const readDrift: Route<'GET /reconciliation'> = { answer: ({ desk }) => readBooks(desk.rooms.books) }
