import type { ReceiverAnswer } from '@galla/http-server/receiver-answers'
import type { DrillFixtures, DrillRequest } from './fixtures.ts'

/** The receiver's answer to one request of a drill. */
export interface DrillResponse extends ReceiverAnswer {
  readonly tookMs: number
}

export interface Drill {
  readonly name: string
  /** The request, and the answer of a correct receiver. */
  readonly expects: string
  /** Advice to fix a receiver that fails the drill. */
  readonly fix: string
  readonly requests: (fixtures: DrillFixtures) => readonly DrillRequest[]
  /** Sends all requests at once; default: one after the other. */
  readonly parallel?: boolean
  readonly passes: (response: DrillResponse, fixtures: DrillFixtures) => boolean
}
