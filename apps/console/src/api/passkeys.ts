import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import { messages } from '../i18n/messages.ts'
import { apiEnglish } from './english.ts'

const t = messages('api', apiEnglish)

// The library is loaded when somebody uses a passkey.

/** True when this browser has passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The person or the browser has ended what was asked of the authenticator. */
export class PasskeyAbortedError extends Error {
  override readonly name = 'PasskeyAbortedError'
}

/** Has the browser answer a challenge with a passkey. @throws PasskeyAbortedError */
export async function answerWithPasskey(request: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const answer = await startAuthentication({ optionsJSON: request }).catch(aborted(t.passkey.notUsed))
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  return {
    id: answer.id,
    rawId: answer.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
  }
}

/** Has the browser make a passkey. @throws PasskeyAbortedError */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await startRegistration({ optionsJSON: creation }).catch(aborted(t.passkey.notMade))
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Browsers report their own interfaces only, and nothing about the person who is asked. */
const aborted = (outcome: string) => (error: unknown) => {
  const isThere = (error as { code?: unknown }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  throw new PasskeyAbortedError(isThere ? t.passkey.isThere : outcome)
}
