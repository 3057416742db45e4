import { createHmac } from 'node:crypto'

/** One secret or several, while one is replaced: `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks has it. */
export type WebhookSecrets = string | readonly string[]

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/** @throws Error naming the option, never its value */
export function readWebhookSecrets(secrets: WebhookSecrets, option: string): readonly Buffer[] {
  const keys = [secrets].flat().map((secret) => Buffer.from(SECRET.exec(secret)?.[1] ?? '', 'base64'))
  if (keys.length === 0 || keys.some(({ length }) => length < 24 || length > 64)) {
    throw new Error(
      `${option} must be whsec_ followed by 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)" makes one`,
    )
  }
  return keys
}

/** The header `webhook-signature`: one signature for each secret. */
export function signWebhook(keys: readonly Buffer[], id: string, timestamp: string, body: string): string {
  return keys.map((key) => `v1,${macOf(key, id, timestamp, body).toString('base64')}`).join(' ')
}

export const macOf = (key: Buffer, id: string, timestamp: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
