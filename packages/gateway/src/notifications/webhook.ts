import { timingSafeEqual } from 'node:crypto'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import {
  isBase64OfObject,
  isUnreadable,
  NOT_DECODED,
  type ReceivedBytes,
  type ReceivedHeaders,
  readHeaders,
  readRequest,
  type UnreadableField,
} from '@galla/contract/received-request'
import { GatewayError } from '../errors.ts'
import { macOf, readWebhookSecrets, type WebhookSecrets } from './webhook-signature.ts'

export type { WebhookSecrets }

/** A request with a notification, in the form that your server, framework or function platform provides. */
export interface ReceivedWebhook {
  /**
   * Headers, with names in any case. Accepted are a `Headers` of the web platform, an object of texts or of lists, a list of pairs, or the
   * `rawHeaders` of Node.
   */
  readonly headers: ReceivedHeaders
  /** Body before any parser, because the signature covers the bytes: text, a `Buffer`, an `ArrayBuffer` or a view. */
  readonly body: ReceivedBytes
  /** True when the text of the body is base64, as `isBase64Encoded` of an AWS event says. @default false */
  readonly isBase64Encoded?: boolean | undefined
  /** The secrets that you accept. */
  readonly secrets: WebhookSecrets
  /** Largest accepted difference between the time of the notification and the current time. Seconds. @default 300 */
  readonly toleranceSec?: number
  /** Current time, epoch milliseconds. @default Date.now() */
  readonly nowMs?: number
}

/** A genuine notification. */
export interface VerifiedWebhook {
  /** Id that is the same in every repetition. Store the id, and process a notification once. */
  readonly id: string
  /** The verified notification. */
  readonly notification: MerchantNotification
}

/**
 * Verifies a notification of `notifyOverHttp` or `galla gateway` on your server. Any library of Standard Webhooks does the same.
 * @throws GatewayError INVALID_REQUEST (`status` 400) with the `field`: a header is missing, the time differs too much, no signature fits,
 * or the call itself is wrong, for example with a parsed body. Error that names `secrets` when a secret is not valid.
 * @example
 * const { id, notification } = verifyWebhook({ headers: request.headers, body: rawBody, secrets: process.env.GALLA_NOTIFY_SECRET })
 */
export function verifyWebhook(received: ReceivedWebhook): VerifiedWebhook {
  const { secrets, toleranceSec = 300, nowMs = Date.now() } = received ?? {}
  const keys = readWebhookSecrets(secrets, 'secrets')
  checkNumber('toleranceSec', toleranceSec, 'a number of seconds, 0 or more')
  checkNumber('nowMs', nowMs, 'a number of milliseconds, such as Date.now()')
  const { headers = {}, headersFault, body } = readRequest(received, (given) => readHeaders(given, WEBHOOK_HEADERS))
  if (headersFault) throw refusalOfField(headersFault)
  if (isUnreadable(body)) throw refusalOfField(body)
  return verifyRead({ headers, body, keys, toleranceSec, nowMs })
}

const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** The parts of a call, once read. */
interface ReadWebhook {
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array
  readonly keys: readonly Buffer[]
  readonly toleranceSec: number
  readonly nowMs: number
}

function verifyRead({ headers, body, keys, toleranceSec, nowMs }: ReadWebhook): VerifiedWebhook {
  const header = (name: string): string => {
    const value = headers[name]
    if (value === undefined || value === '') throw refusal(`headers.${name}`, `The header ${name} is missing`)
    // As several values of one name are joined: none of them is believed alone.
    if (value.includes(', ')) throw refusal(`headers.${name}`, `The header ${name} has two different values`)
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
    throw refusal('headers.webhook-timestamp', 'The header webhook-timestamp is too old or too new')
  const fits = keys.some((key) => {
    const mac = macOf(key, id, timestamp, body)
    return given.some((one) => one.length === mac.length && timingSafeEqual(one, mac))
  })
  if (!fits && isBase64OfObject(body)) throw refusal(NOT_DECODED.field, `${NOT_DECODED.field} ${NOT_DECODED.problem}`)
  if (!fits) throw refusal('headers.webhook-signature', 'The header webhook-signature matches no secret')
  return { id, notification: parse(body) }
}

function parse(body: string | Uint8Array): MerchantNotification {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as MerchantNotification
  } catch {
    throw refusal('body', 'body is not JSON, although its signature is genuine')
  }
}

const refusalOfField = ({ field, problem }: UnreadableField): GatewayError => refusal(field, `${field} ${problem}`)

/** A comparison with NaN is never true: the age of a copy would not be limited. */
function checkNumber(field: 'toleranceSec' | 'nowMs', value: unknown, wanted: string): void {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return
  const shape = typeof value === 'number' ? String(value) : value === null ? 'null' : `a ${typeof value}`
  throw refusal(field, `${field} must be ${wanted}, and is ${shape}`)
}

const refusal = (field: string, message: string): GatewayError =>
  new GatewayError('INVALID_REQUEST', message, { field })
