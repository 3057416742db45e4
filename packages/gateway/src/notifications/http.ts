import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { isPrivateHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { staysHere } from '@galla/http-server/loopback'
import { defined } from '../domain/defined.ts'
import { asOption, invalidOption } from '../errors.ts'
import { isError } from '../is-error.ts'
import type { Notification, NotificationEvent, Notifier } from './notifier.ts'
import { readWebhookSecrets, signWebhook, type WebhookSecrets } from './webhook-signature.ts'

/** Options of `notifyOverHttp()`. */
export interface HttpNotificationOptions {
  /**
   * https URL of your server. An http URL is accepted for this machine, and for a host in the gateway's option `hostsWithoutTls`. Your
   * server answers 2xx once your server has stored the notification.
   */
  url: string
  /**
   * Shared secret that signs every notification: `whsec_` and 24 to 64 bytes in base64. Pass several secrets while you replace a secret.
   */
  secret: WebhookSecrets
  /** Events to post. @default all */
  kinds?: readonly NotificationEvent[]
  /** Name of the notifier in its deliveries. Give each notifier a different name. @default 'http' */
  name?: string
  /** Time limit for the answer of your server, in milliseconds. Afterwards, the notification is repeated. @default 10_000 */
  timeoutMs?: number
}

/**
 * Makes a notifier that posts each event to your server, at least once. The server can be written in any language. Without a 2xx answer,
 * the post is repeated with growing delays. Posts are signed by the rules of Standard Webhooks (standardwebhooks.com). `verifyWebhook` of
 * `@galla/gateway/webhook` checks the signature.
 * @throws Error when an option is wrong. The message names the option, and never contains the secret.
 * @example
 * notifyOverHttp({ url: 'https://shop.example/payment-events', secret: process.env.NOTIFY_SECRET })
 */
export function notifyOverHttp(options: HttpNotificationOptions): Notifier {
  const { url, secret, kinds = EVENT_NAMES, name = 'http', timeoutMs = 10_000 } = options
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') {
    throw invalidOption('url', 'must be an absolute http or https URL without a user name or password')
  }
  const { hostname } = address
  const isClear = address.protocol === 'http:' && !staysHere(hostname)
  if (isClear && !isPrivateHost(hostname)) {
    const way = wayWithoutTls(hostname, 'hostsWithoutTls of createGateway')
    throw invalidOption('url', `must be an https URL, or an http URL on this machine. ${way}`)
  }
  const keys = asOption('secret', () => readWebhookSecrets(secret, 'secret'))

  return {
    name,
    kinds,
    ...(isClear ? { hostWithoutTls: hostname } : {}),
    async notify(notification) {
      const body = JSON.stringify(bodyOf(notification))
      const timestamp = String(Math.floor(notification.sentAtMs / 1_000))
      // A dot separates the signed parts.
      const id = notification.notificationId.replaceAll('.', '_')
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signWebhook(keys, id, timestamp, body),
        },
        body,
        // A redirect would send the notification to a server that is not configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`${address.origin} could not be reached: ${reasonOf(error)}`)
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`${address.origin} answered ${response.status} instead of 2xx`)
    },
  }
}

function bodyOf(notification: Notification): MerchantNotification {
  const { event, atMs } = notification
  return { type: event, timestamp: new Date(atMs).toISOString(), data: dataOf(notification) }
}

function dataOf(notification: Notification): MerchantNotification['data'] {
  if ('settlement' in notification) return { settlement: notification.settlement }
  if ('dayClose' in notification) return { dayClose: notification.dayClose }
  const { order, refund, paidBy, replacedBy, subscription, payer, disputes } = notification
  const others = { refund, paidBy, replacedBy, subscription, payer, disputes: disputes && [...disputes] }
  return { order, ...defined(others) }
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const { code, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string }
  return code ?? message
}
