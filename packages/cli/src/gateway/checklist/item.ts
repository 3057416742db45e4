import type { DatabaseContents, DatabaseInspection } from '@galla/gateway'
import type { GatewayConfig } from '../environment.ts'
import type { Facts } from './facts.ts'

/** `unknown`: a person has to look, because it cannot be known from here. Only `fail` changes the exit code. */
export type Status = 'pass' | 'warning' | 'fail' | 'unknown'

/** The result of a check. The reason is a sentence without the value of a secret. */
export interface Answer {
  readonly status: Status
  readonly reason: string
  /** One line for each thing that is wrong, where there are several. */
  readonly details?: readonly string[]
}

/** One line of the go-live checklist. Code, requirement and fix are in the documentation too. */
export interface Item {
  /** Stable, for scripts: `database-tls`. */
  readonly code: string
  /** The condition that should be true. */
  readonly requirement: string
  /** The remedy when the condition is not true. */
  readonly fix: string
  /** Page and section of the documentation with more about it: `deploy.md#backups`. */
  readonly page: string
  readonly check: (facts: Facts) => Answer
}

/** Items below one heading. */
export interface Group {
  readonly title: string
  readonly items: readonly Item[]
}

export const pass = (reason: string): Answer => ({ status: 'pass', reason })
export const warning = (reason: string): Answer => ({ status: 'warning', reason })
export const fail = (reason: string): Answer => ({ status: 'fail', reason })
export const unknown = (reason: string): Answer => ({ status: 'unknown', reason })

/** The first answer that is not undefined. */
export const firstOf = (...answers: readonly (Answer | undefined)[]): Answer =>
  answers.find((answer) => answer !== undefined) ?? unknown('Nothing was compared')

type Ask<Value> = (value: Value, facts: Facts & { readonly config: GatewayConfig }) => Answer

/** A check of the variables; unknown while they are not valid. */
export const ofConfig =
  (ask: Ask<GatewayConfig>): Item['check'] =>
  (facts) => {
    const { config } = facts
    return config ? ask(config, { ...facts, config }) : unknown('The variables are not valid')
  }

/** A check of the database; unknown while it cannot be opened. */
export const ofDatabase = (ask: Ask<DatabaseInspection>): Item['check'] =>
  ofConfig((_, facts) => {
    const { database } = facts
    if (database.state === 'failed') return unknown('The database cannot be opened')
    if (database.state === 'absent') return unknown('The folder does not exist yet: the first start creates it')
    return ask(database.inspection, facts)
  })

/** A check of what is stored; unknown until the schema is there and its tables can be read. */
export const ofContents = (ask: Ask<DatabaseContents>): Item['check'] =>
  ofDatabase(({ contents }, facts) =>
    contents ? ask(contents, facts) : unknown('The tables of this release cannot be read yet'),
  )

/** `1 row`, `2 rows` */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
