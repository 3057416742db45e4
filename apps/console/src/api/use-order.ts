import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** One order with all that is known of it; what changes comes by itself. */
export function useOrder(merchantOrderId: string) {
  return useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
  })
}
