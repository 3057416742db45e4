import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import { pickDigests } from './callbacks/digests.ts'
import type { CallbackCredential } from './callbacks/verify.ts'

export type { Clock, Ports } from './runtime.ts'

/**
 * Returns the headers with which the provider would send `body`, for tests of your callback endpoint.
 * @example await app.request('/callbacks', { method: 'POST', body, headers: await sign(body, { username, password }) })
 */
export async function sign(body: string, credential: CallbackCredential): Promise<{ [name: string]: string }> {
  const digests = pickDigests()
  if (!('secretKey' in credential)) {
    return { authorization: await digests.sha256(`${credential.username}:${credential.password}`) }
  }
  const signature = await digests.hmacSha256(credential.secretKey)(body)
  return {
    [HMAC_SIGNATURE_HEADER]: signature,
    ...(credential.keyId === undefined ? {} : { [HMAC_KEY_ID_HEADER]: credential.keyId }),
  }
}
