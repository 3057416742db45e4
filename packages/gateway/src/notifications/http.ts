import { createHmac } from 'node:crypto'
import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import type { Notification, NotificationEvent, Notifier } from './notifier.ts'

/** Options of `notifyOverHttp()`. */
export interface HttpNotificationOptions {
  /** URL of your server. It answers 2xx once it has stored the notification. */
  url: string
  /** Shared secret that signs every notification. 32 characters or more. */
  secret: string
  /** Events to post. @default all */
  kinds?: readonly NotificationEvent[]
  /** Names its deliveries: give each notifier its own name. @default 'http' */
  name?: string
  /** Time to answer, in milliseconds; then the notification is repeated. @default 10_000 */
  timeoutMs?: number
}

/** One observed notification allows offline guessing of a shorter secret. */
const MIN_CHARACTERS = 32

/**
 * A notifier that posts to your server, in any language: at least once, with growing delays until it answers 2xx.
 * `x-galla-signature` is `v1=` and the HMAC-SHA256, in hex, of `<x-galla-timestamp>.<body>`.
 * @throws Error naming the option that is wrong, never the secret.
 * @example
 * notifyOverHttp({ url: 'https://shop.example/payment-events', secret: process.env.NOTIFY_SECRET })
 */
export function notifyOverHttp(options: HttpNotificationOptions): Notifier {
  const { url, secret, kinds = EVENT_NAMES, name = 'http', timeoutMs = 10_000 } = options
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') {
    throw new Error('url must be an absolute http or https URL without a user name or password')
  }
  if (typeof secret !== 'string' || secret.length < MIN_CHARACTERS) {
    throw new Error(`secret must have ${MIN_CHARACTERS} characters or more; openssl rand -hex 32 makes one`)
  }

  return {
    name,
    kinds,
    async notify(notification) {
      const body = JSON.stringify(bodyOf(notification))
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      const reply = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-galla-notification-id': notification.notificationId,
          'x-galla-timestamp': timestamp,
          'x-galla-signature': `v1=${signature}`,
        },
        body,
        // A redirect would send the notification to a server that is not configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`${address.origin} could not be reached: ${reasonOf(error)}`)
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`${address.origin} answered ${reply.status} instead of 2xx`)
    },
  }
}

function bodyOf({ notificationId, event, order, refund, paidBy }: Notification): MerchantNotification {
  return {
    notificationId,
    event,
    order,
    ...(refund ? { refund } : {}),
    ...(paidBy === undefined ? {} : { paidBy }),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const { code, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string }
  return code ?? message
}
