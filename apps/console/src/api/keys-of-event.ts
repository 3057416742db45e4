import type { LiveEvent } from '@galla/contract/books/live-events'

type Key = readonly unknown[]

export interface Concerned {
  /** Asked for again when they are on screen. */
  keys: readonly Key[]
  /** Lists that grow by pages, and the row in them that changed. */
  rows: readonly { list: string; id: string }[]
}

/** What of the cache one event makes old: these keys and no others. */
export function keysOf(event: LiveEvent): Concerned {
  switch (event.type) {
    case 'order':
      return {
        keys: [['order', event.merchantOrderId], ['overview'], ['health']],
        rows: [
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'refund':
      return {
        keys: [['refund', event.merchantRefundId], ['order', event.merchantOrderId], ['overview']],
        rows: [
          { list: 'refunds', id: event.merchantRefundId },
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'callback':
      return { keys: [['callback', event.callbackId]], rows: [{ list: 'callbacks', id: event.callbackId }] }
    case 'call':
      return { keys: [['call-errors']], rows: [{ list: 'calls', id: event.callId }] }
    case 'hello':
      return { keys: [], rows: [] }
  }
}
