import { pickDigests } from '../callbacks/digests.ts'
import { refuse } from '../callbacks/refusal.ts'
import { matchClassic } from '../callbacks/verify.ts'
import { PhonePeException } from './exceptions.ts'
import { CallbackResponse } from './responses/callback.ts'
import { toException } from './to-exception.ts'

/**
 * Checks who sent a callback and reads it, at once. The body has no signature in this mode: take it as a hint and read the order's status.
 * @throws PhonePeException 'Invalid Callback', 417, with the reason in `data`.
 */
export function validateCallback(
  username: string,
  password: string,
  authorization: string,
  responseBody: string | Uint8Array,
): CallbackResponse {
  const digest = pickDigests().sha256(`${username}:${password}`)
  if (typeof digest !== 'string')
    throw new PhonePeException('This runtime hashes asynchronously only: use createCallbacks of @galla/sdk')
  try {
    if (typeof authorization !== 'string' || authorization === '') throw refuse('missing-authorization')
    if (matchClassic(authorization, [digest]) < 0) throw refuse('wrong-authorization')
    return Object.setPrototypeOf(parse(responseBody), CallbackResponse.prototype)
  } catch (error) {
    throw toException(error)
  }
}

function parse(body: string | Uint8Array): object {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw refuse('body-already-parsed')
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // Refused below.
  }
  throw refuse('not-json')
}
