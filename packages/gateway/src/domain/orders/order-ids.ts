/** Begins the ids of orders that the gateway makes, unless the option `orderIdPrefix` says otherwise. */
export const DEFAULT_ORDER_ID_PREFIX = 'o-'

/** A prefix that leaves room for the suffixes of refund ids. */
export const isOrderIdPrefix = (prefix: unknown): prefix is string =>
  typeof prefix === 'string' && /^[A-Za-z0-9_-]{1,20}$/.test(prefix)

/** A new order id, sorted by time within its prefix. @param random 16 hexadecimal digits */
export const madeOrderId = (prefix: string, nowMs: number, random: string): string =>
  prefix + nowMs.toString(36).padStart(9, '0') + random

/** True when the gateway has made the id. Nobody else has started an order with its 64 random bits. */
export const isMadeOrderId = (prefix: string, merchantOrderId: string): boolean =>
  merchantOrderId.startsWith(prefix) && /^[0-9a-z]{9}[0-9a-f]{16}$/.test(merchantOrderId.slice(prefix.length))
