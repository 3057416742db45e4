import type { Message } from '../callbacks/messages.ts'
import type { modeOf } from '../callbacks/sign.ts'

/** One callback as it is shot at the receiver. */
export interface Shot {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

/** What came back. */
export interface Answer {
  /** Absent when there was none. */
  readonly status?: number
  readonly tookMs: number
  readonly failure?: string
}

/** The material that drills are made of: events about orders that the sandbox knows, and ways to sign them. */
export interface Range {
  readonly mode: ReturnType<typeof modeOf>
  completed(): Message
  failed(): Message
  attemptFailed(): Message
  refund(state: 'CONFIRMED' | 'COMPLETED' | 'FAILED'): Message
  /** One order that failed when its time ran out and was paid afterwards. */
  latePayment(): readonly Message[]
  /** One refund told of backwards. */
  refundBackwards(): readonly Message[]
  signed(body: string): Shot
  signedWrongly(body: string): Shot
  /** Signed, then changed. */
  tampered(body: string): Shot
  unsigned(body: string): Shot
}

export interface Drill {
  readonly name: string
  /** What is sent, and what a good receiver does. */
  readonly expects: string
  /** How to mend a receiver that fails. */
  readonly fix: string
  readonly shots: (range: Range) => readonly Shot[]
  /** All shots at the same moment; default: one after the other. */
  readonly parallel?: boolean
  readonly passes: (answer: Answer, range: Range) => boolean
}

export const taken = ({ status }: Answer): boolean => status !== undefined && status >= 200 && status < 300
export const refused = ({ status }: Answer): boolean => status !== undefined && status >= 400 && status < 500
export const answered = (answer: Answer): boolean => taken(answer) || refused(answer)
