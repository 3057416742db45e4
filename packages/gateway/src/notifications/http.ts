import { createHmac } from 'node:crypto'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import type { Notification, NotificationEvent, Notifier } from './notifier.ts'

export interface HttpNotificationOptions {
  /** Where the merchant's own server listens. It answers 2xx once it has written the notice down. */
  url: string
  /** 32 characters or more, that both of them know: each notice is signed with it. */
  secret: string
  /** Default: all of them. */
  kinds?: readonly NotificationEvent[]
  /** Part of each notice's id, so that two of them do not share one. Default `http`. */
  name?: string
  /** A server that has not answered by then has not heard. Milliseconds, default 10 000. */
  timeoutMs?: number
}

const ALL: readonly NotificationEvent[] = [
  'order.completed',
  'order.failed',
  'order.needs_review',
  'refund.completed',
  'refund.failed',
]

/** Shorter secrets are guessed by whoever has seen one notice. */
const MIN_CHARACTERS = 32

/**
 * Posts what happened to the merchant's server, in whatever language it is written: at least once, with growing pauses until
 * it answers 2xx. `x-galla-signature` is `v1=` and the HMAC-SHA256, in hex, of `<x-galla-timestamp>.<body>`.
 * @throws Error naming the option that is wrong, never the secret
 */
export function notifyOverHttp(options: HttpNotificationOptions): Notifier {
  const { url, secret, kinds = ALL, name = 'http', timeoutMs = 10_000 } = options
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') {
    throw new Error('url must be a whole http or https address, without a user name in it')
  }
  if (typeof secret !== 'string' || secret.length < MIN_CHARACTERS) {
    throw new Error(`secret must have ${MIN_CHARACTERS} characters or more, such as openssl rand -hex 32 makes`)
  }

  return {
    name,
    kinds,
    async notify(notice) {
      const body = JSON.stringify(wordsOf(notice))
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      const reply = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-galla-notification-id': notice.notificationId,
          'x-galla-timestamp': timestamp,
          'x-galla-signature': `v1=${signature}`,
        },
        body,
        // Another address was not asked for, and would be told what belongs to this one.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`${address.origin} could not be reached: ${reasonOf(error)}`)
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`${address.origin} answered ${reply.status}: a notice is heard with 2xx`)
    },
  }
}

function wordsOf({ notificationId, event: kind, order, refund, paidBy }: Notification): MerchantNotification {
  return {
    notificationId,
    event: kind,
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
