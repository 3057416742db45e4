import type { Context } from 'hono'
import { GatewayError } from '../../errors.ts'
import { bearerOf } from '../../http/bearer.ts'
import { HttpError } from '../../http/refusal.ts'
import type { OrderRow } from '../../storage/order-row.ts'
import { readOrder } from '../../storage/orders.ts'
import type { Counter } from './counter.ts'

/** The one order that the caller's token is for. Whoever has no right to it does not learn whether it is there. */
export async function orderOfToken(counter: Counter, c: Context): Promise<OrderRow> {
  const merchantOrderId = c.req.param('merchantOrderId') ?? ''
  const query = c.req.query()
  if (Object.values(query).some((value) => value.startsWith('g1.'))) {
    throw new HttpError(
      401,
      'TOKEN_IN_ADDRESS',
      'A token belongs in the header Authorization: Bearer …, never in an address, where logs and referrers keep it.',
    )
  }
  const token = bearerOf(c.req.header('authorization'))
  if (token === undefined) {
    throw new HttpError(401, 'NO_TOKEN', 'Send the order’s token: Authorization: Bearer <payerToken>.')
  }
  const handleError = counter.tokens.refuse(token, merchantOrderId, counter.context.clock.now())
  if (handleError === 'expired') {
    throw new HttpError(401, 'TOKEN_EXPIRED', 'The time of this order is long over. Ask the shop.')
  }
  if (handleError) throw new HttpError(401, 'WRONG_TOKEN', 'This token does not open this order.')
  const order = await readOrder(counter.context.database, merchantOrderId)
  if (!order) throw new GatewayError('NOT_FOUND', 'There is no such order.')
  return order
}
