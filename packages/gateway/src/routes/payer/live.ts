import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { Context } from 'hono'
import { eventStream, OpenStreams } from '../../http/event-stream.ts'
import { HttpError } from '../../http/responses.ts'
import { isFinal, nextViewDelayMs, type PayerOrder, viewForPayer } from '../../services/orders/payer-orders.ts'
import { orderOfToken, type PayerContext } from './orders.ts'

/** A payer has a few tabs and devices. */
const MAX_STREAMS_PER_ORDER = 8

/** Changes when the view of the order does: also when another order of its reference is paid, or replaces it. */
const shownOf = ({ version, paidBy = '', perhapsPaidBy = '', replacedBy = '' }: PayerOrder) =>
  `${version} ${paidBy} ${perhapsPaidBy} ${replacedBy}`

/**
 * Streams an order's view until the order is final. It also polls at the interval of `nextViewDelayMs`, so a stream is never
 * behind a page that polls.
 */
export function liveAt(payer: PayerContext): (c: Context) => Promise<Response> {
  const { clock, events } = payer.gateway
  const streams = new OpenStreams(MAX_STREAMS_PER_ORDER)

  return async (c) => {
    const first = await orderOfToken(payer, c)
    const { merchantOrderId } = first
    const firstPaymentMethods = await payer.paymentMethods(first)
    if (streams.isFull(merchantOrderId)) {
      throw new HttpError(429, 'TOO_MANY_STREAMS', 'This order has too many open streams. Poll its status instead.')
    }

    return eventStream(c.req.raw, payer.heartbeatMs, (stream) => {
      const release = streams.take(merchantOrderId)
      let shown = ''
      let timer: NodeJS.Timeout | undefined
      let reading = false
      let again = false

      const show = (order: PayerOrder, paymentMethods?: PaymentMethods): void => {
        clearTimeout(timer)
        if (paymentMethods) {
          shown = shownOf(order)
          stream.send('view', viewForPayer(order, clock.now(), paymentMethods))
        }
        if (isFinal(order)) {
          stream.close()
          return
        }
        timer = setTimeout(poll, nextViewDelayMs(order, clock.now()) ?? 1_000)
        timer.unref()
      }
      const poll = async (): Promise<void> => {
        if (reading) again = true
        if (reading || stream.closed) return
        reading = true
        try {
          do {
            again = false
            const order = await orderOfToken(payer, c)
            const paymentMethods = shownOf(order) === shown ? undefined : await payer.paymentMethods(order)
            if (!stream.closed) show(order, paymentMethods)
          } while (again && !stream.closed)
        } catch {
          // The token has expired, or the database or `paymentMethods` failed: close, and the page falls back to polling.
          stream.close()
        } finally {
          reading = false
        }
      }
      const stop = events.subscribe((event) => {
        if ('merchantOrderId' in event && event.merchantOrderId === merchantOrderId) void poll()
      }, 'everywhere')
      show(first, firstPaymentMethods)
      return () => {
        clearTimeout(timer)
        stop()
        release()
      }
    })
  }
}
