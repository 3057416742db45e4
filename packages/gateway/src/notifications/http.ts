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
   * https URL of your server, or an http URL on this machine or of a host that the gateway's option `hostsWithoutTls` names. It answers 2xx once
   * it has stored the notification.
   */
  url: string
  /** Shared secret that signs every notification: `whsec_` and 24 to 64 bytes in base64. Several while you replace one. */
  secret: WebhookSecrets
  /** Events to post. @default all */
  kinds?: readonly NotificationEvent[]
  /** Names its deliveries: give each notifier its own name. @default 'http' */
  name?: string
  /** Time to answer, in milliseconds; then the notification is repeated. @default 10_000 */
  timeoutMs?: number
}

/**
 * A notifier that posts to your server, in any language: at least once, with growing delays until it answers 2xx.
 * Signed as Standard Webhooks (standardwebhooks.com) has it; `verifyWebhook` of `@galla/gateway/webhook` verifies it.
 * @throws Error naming the option that is wrong, never the secret.
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
