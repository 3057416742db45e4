import { errorFromFailure } from '../errors/from-failure.ts'
import { errorFromReply, type FailedCall } from '../errors/from-reply.ts'
import type { GallaError } from '../errors/galla-error.ts'
import { mask } from '../errors/mask.ts'
import type { TransportFailure, WireReply } from '../transport/port.ts'

const HEAD_LENGTH = 120

/** The parsed object of a 2xx, or the error that anything else is. Facts of the call are gathered only for errors. */
export function readReply(result: WireReply | TransportFailure, facts: () => FailedCall): object | GallaError {
  if ('kind' in result) return errorFromFailure(result, facts())
  const { status, text } = result
  if (status < 200 || status > 299) return errorFromReply(result, facts())
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // Told below, with what was found instead.
  }
  const call = facts()
  return errorFromFailure(
    { kind: 'invalid-response', sent: true, status, detail: describe(result, call.secrets) },
    call,
  )
}

/** Masked before it is cut: half a secret is a secret, too. */
function describe({ status, text, header }: WireReply, secrets: readonly string[]): string {
  if (text.trim() === '') return `status ${status} with an empty body`
  const type = header('content-type') ?? 'no content type'
  const head = mask(text, secrets).slice(0, HEAD_LENGTH).replace(/\s+/g, ' ')
  return `status ${status}, ${type}, not a JSON object: ${JSON.stringify(head)}`
}
