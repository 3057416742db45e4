import { timingSafeEqual } from 'node:crypto'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { macOf, readWebhookSecrets, type WebhookSecrets } from './webhook-signature.ts'

export type { WebhookSecrets }

/** A request with a notification, as your server received it. */
export interface ReceivedWebhook {
  /** Headers by name in lower case, or a `Headers` object. */
  readonly headers: Headers | { readonly [name: string]: string | readonly string[] | undefined }
  /** Raw bytes or text, before any parser: the signature covers them. */
  readonly body: string | Uint8Array
  /** The secrets that you accept. */
  readonly secrets: WebhookSecrets
  /** How much the sender's clock may differ, and how old a copy may be. Seconds. @default 300 */
  readonly toleranceSec?: number
  /** Current time, epoch milliseconds. @default Date.now() */
  readonly nowMs?: number
}

/** A genuine notification. */
export interface VerifiedWebhook {
  /** The same in every repetition: store it, and process a notification once. */
  readonly id: string
  /** What happened. */
  readonly notification: MerchantNotification
}

/**
 * Verifies a notification of `notifyOverHttp` or `galla gateway` on your server. Any library of Standard Webhooks does the same.
 * @throws Error with the reason: a header is missing, the time differs too much, or no signature fits
 * @example
 * const { id, notification } = verifyWebhook({ headers: request.headers, body: rawBody, secrets: process.env.GALLA_NOTIFY_SECRET })
 */
export function verifyWebhook({
  headers,
  body,
  secrets,
  toleranceSec = 300,
  nowMs = Date.now(),
}: ReceivedWebhook): VerifiedWebhook {
  const keys = readWebhookSecrets(secrets, 'secrets')
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new Error(`The header ${name} is missing`)
    return value
  }
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const given = header('webhook-signature')
    .split(' ')
    .slice(0, 20)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSec)
    throw new Error('The header webhook-timestamp is too old or too new')
  const fits = keys.some((key) => {
    const mac = macOf(key, id, timestamp, body)
    return given.some((one) => one.length === mac.length && timingSafeEqual(one, mac))
  })
  if (!fits) throw new Error('The header webhook-signature fits no secret')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { id, notification: JSON.parse(text) as MerchantNotification }
}
