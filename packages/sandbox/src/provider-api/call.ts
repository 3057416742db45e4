import type { Provider } from '../provider.ts'
import type { Reply } from './reply.ts'

/** One request, read and checked as far as every endpoint needs it. */
export interface Call {
  readonly provider: Provider
  readonly params: { readonly [name: string]: string }
  /** First value of a query parameter; repeated equal ones are one (provider-protocol §1.3). */
  readonly query: (name: string) => string | undefined
  readonly header: (name: string) => string | undefined
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** The body as it was parsed: JSON, or the fields of a form; `undefined` when it was neither. */
  readonly body: unknown
}

export type Handler = (call: Call) => Reply | Promise<Reply>

/** `true` in any capitals: Python's client writes `True`. */
export function flag(call: Call, name: string): boolean {
  return call.query(name)?.toLowerCase() === 'true'
}
