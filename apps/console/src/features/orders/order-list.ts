import type { Order } from '@galla/contract/gateway-api/orders'
import { consoleApi } from '../../api/client.ts'
import { type KeysetList, useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { type OrdersSearch, ordersQuery } from './orders-query.ts'

/** Rows of the first page: more than one screen. */
const FIRST_PAGE = '50'
/** Rows of each later page: several screens, so that the next page is loaded before it is reached. */
const NEXT_PAGE = '200'

export const idOf = ({ merchantOrderId }: Order): string => merchantOrderId

/** The orders that an address lists. */
export function useOrderList(search: OrdersSearch): KeysetList<Order> {
  const query = ordersQuery(search)
  return useKeysetList(
    queryKeys.orders({ ...query }),
    ({ after, signal }) =>
      consoleApi('GET /orders', {
        query: { ...query, limit: after === undefined ? FIRST_PAGE : NEXT_PAGE, after },
        signal,
      }),
    idOf,
  )
}
