import type { PostgresConnection } from '@galla/postgres'
import type { FastClock } from './fast-clock.ts'

/** What a child is told on its command line. */
export interface ChildOrders {
  database: PostgresConnection
  /** Address of the provider. */
  provider: string
  clock: FastClock
  seed: number
  client: { environment: 'SANDBOX'; clientId: string; clientSecret: string }
  secret: { username: string; password: string }
}
