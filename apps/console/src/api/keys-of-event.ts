import type { LiveEvent } from '@galla/contract/gateway-api/live-events'

type Key = readonly unknown[]

export interface Concerned {
  /** Asked for again when they are on screen. */
  keys: readonly Key[]
  /** Sums over many orders: asked for again as well, but not with every one of them. */
  sums: readonly Key[]
  /** Lists that grow by pages, and the row in them that changed. */
  rows: readonly { list: string; id: string }[]
}

const SUMS: readonly Key[] = [['overview'], ['health']]

/** What of the cache one event makes old: these keys and no others. */
export function keysOf(event: LiveEvent): Concerned {
  switch (event.type) {
    case 'order':
      return {
        keys: [['order', event.merchantOrderId]],
        sums: SUMS,
        rows: [
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'refund':
      return {
        keys: [
          ['refund', event.merchantRefundId],
          ['order', event.merchantOrderId],
        ],
        sums: SUMS,
        rows: [
          { list: 'refunds', id: event.merchantRefundId },
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'callback':
      return {
        keys: [['callback', event.callbackId]],
        sums: [['health']],
        rows: [{ list: 'callbacks', id: event.callbackId }],
      }
    case 'call':
      return {
        keys: event.merchantOrderId === undefined ? [] : [['order', event.merchantOrderId]],
        sums: [['call-errors'], ...SUMS],
        rows: [{ list: 'calls', id: event.callId }],
      }
    case 'hello':
      return { keys: [], sums: [], rows: [] }
  }
}
