import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import { pickDigests } from './callbacks/digests.ts'
import type { CallbackCredential } from './callbacks/verify.ts'

/** The headers that the provider would send with this body: for testing your own endpoint. */
export async function sign(body: string, secret: CallbackCredential): Promise<{ [name: string]: string }> {
  const digests = pickDigests()
  if (!('secretKey' in secret)) return { authorization: await digests.sha256(`${secret.username}:${secret.password}`) }
  const signature = await digests.hmacSha256(secret.secretKey)(body)
  return {
    [HMAC_SIGNATURE_HEADER]: signature,
    ...(secret.keyId === undefined ? {} : { [HMAC_KEY_ID_HEADER]: secret.keyId }),
  }
}

export type { Clock, Ports } from './runtime.ts'
