import { QueryClient, useQuery } from '@tanstack/react-query'
import { ApiError, call } from './client.ts'

/** A refusal stays one; only what may pass by itself is asked again. */
const worthAnotherTry = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The stream of changes says what is old; this is for the time without it.
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && worthAnotherTry(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        // A gateway on this machine answers without any network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Filters as they stand in the page's address. */
type Filters = { readonly [name: string]: string | undefined }

/** Every key of the cache, by the thing it holds: `live.ts` invalidates by these and nothing else. */
export const keys = {
  about: ['about'],
  overview: (span: Filters) => ['overview', span],
  search: (q: string) => ['search', q],
  orders: (filters: Filters) => ['orders', filters],
  order: (merchantOrderId: string) => ['order', merchantOrderId],
  proof: (merchantOrderId: string) => ['order', merchantOrderId, 'proof'],
  refunds: (filters: Filters) => ['refunds', filters],
  refund: (merchantRefundId: string) => ['refund', merchantRefundId],
  callbacks: (filters: Filters) => ['callbacks', filters],
  callback: (callbackId: string) => ['callback', callbackId],
  calls: (filters: Filters) => ['calls', filters],
  apiCall: (callId: string) => ['call', callId],
  callErrors: (span: Filters) => ['call-errors', span],
  effects: (filters: Filters) => ['effects', filters],
  drift: ['drift'],
  telemetry: ['telemetry'],
  health: ['health'],
  /** The sandbox's control API; the rest of the key is the room's own. */
  sandbox: (...rest: readonly unknown[]) => ['sandbox', ...rest],
} as const

/** What this installation is. It does not change while it runs. */
export function useAbout() {
  return useQuery({
    queryKey: keys.about,
    queryFn: ({ signal }) => call('GET /about', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** One order with all that is known of it; what changes comes by itself. */
export function useOrder(merchantOrderId: string) {
  return useQuery({
    queryKey: keys.order(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
  })
}
