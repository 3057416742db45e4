import { fillTable } from './fill-table.mjs'

/** When the orders below go to sleep; they wake one after the other. */
export const SLEEP_START_MS = 1_780_000_000_000
export const DUE_EVERY_MS = 1_000
/** Looked at once more, an order that expired two hours ago sleeps until it has been over for a day: longer than any bench takes. */
export const EXPIRED_AT_MS = SLEEP_START_MS - 7_200_000

/** Open orders whose next look lies ahead, one a second. */
export async function seedSleepers(client, { orders }) {
  await fillTable(
    client,
    'galla.orders',
    `("merchantOrderId", "reference", "checkout", "amount", "state", "orderId", "request", "createdAtMs", "updatedAtMs",
      "expiresAtMs", "openedAtMs", "nextPollAtMs", "version")
    select id, 'cart-' || n, 'STANDARD', 49900, 'PENDING', 'OMO-' || id, '{"redirectUrl":"https://shop.example/thanks"}',
      ${EXPIRED_AT_MS - 900_000}, ${EXPIRED_AT_MS}, ${EXPIRED_AT_MS}, ${EXPIRED_AT_MS - 900_000}, ${SLEEP_START_MS} + n * ${DUE_EVERY_MS}::bigint, 2
    from (select n, 'o-' || md5(n::text) as id from generate_series(1, ${orders}) n) t`,
  )
}
