import type { PostgresConnection } from '@galla/postgres'
import type { FastClock } from './fast-clock.ts'

/** Configuration of a child process: JSON in its first command line argument. */
export interface ChildConfig {
  database: PostgresConnection
  /** URL of the provider. */
  provider: string
  clock: FastClock
  seed: number
  client: { environment: 'SANDBOX'; clientId: string; clientSecret: string }
  secret: { username: string; password: string }
  /** The handlers of settlements and closed days write to the table `told`. @default false */
  tells?: boolean
}
