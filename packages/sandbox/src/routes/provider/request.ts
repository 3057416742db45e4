import type { SandboxContext } from '../../context.ts'
import type { Reply } from '../../responses/errors.ts'

/** One request to a provider endpoint. */
export interface ProviderRequest {
  readonly context: SandboxContext
  readonly params: { readonly [name: string]: string }
  /** First value of a query parameter; clients repeat some parameters (protocol §1.3). */
  readonly query: (name: string) => string | undefined
  readonly header: (name: string) => string | undefined
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** Parsed JSON, or the fields of a form; `undefined` for any other body. */
  readonly body: unknown
  /** The request is answered from a replica that shows the state at this time, epoch milliseconds. */
  readonly asOfMs?: number
}

export type Handler = (request: ProviderRequest) => Reply | Promise<Reply>

/** True when a query parameter is `true`, in any case: the Python client sends `True`. */
export function queryFlag(request: ProviderRequest, name: string): boolean {
  return request.query(name)?.toLowerCase() === 'true'
}
