import type { TotalsQuery } from '@galla/contract/gateway-api/console-routes'
import type { OrdersQuery } from '@galla/contract/gateway-api/orders'
import type { RefundsQuery } from '@galla/contract/gateway-api/refunds'
import { infiniteQueryOptions, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, consoleApi } from './client.ts'

/** A 4xx is final; no connection and a 5xx may pass. A gateway that hangs was waited for. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'UNREACHABLE' || error.status >= 500

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Live events invalidate what changed; this applies while the event stream is disconnected.
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures, error) =>
          error instanceof ApiError && error.retryAfterSec !== undefined
            ? error.retryAfterSec * 1_000
            : 400 * 2 ** failures,
        // A gateway on this machine is reachable while the browser is offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Filters as they are in the page's address. */
type Filters = { readonly [name: string]: string | undefined }

/** Keys of the query cache. `live.ts` invalidates by them. */
export const queryKeys = {
  about: ['about'],
  overview: (span: Filters) => ['overview', span],
  /** Below `overview`, so that every payment and refund invalidates it. */
  payouts: (span: Filters) => ['overview', 'payouts', span],
  /** Not below `overview`: earlier weeks do not change with every payment. */
  usualFigures: (span: Filters) => ['usual-figures', span],
  search: (q: string) => ['search', q],
  orders: (filters: Filters) => ['orders', filters],
  order: (merchantOrderId: string) => ['order', merchantOrderId],
  proof: (merchantOrderId: string) => ['order', merchantOrderId, 'proof'],
  refunds: (filters: Filters) => ['refunds', filters],
  /** Below `overview`, so that every payment and refund invalidates it. */
  totals: (list: 'orders' | 'refunds', filters: Filters) => ['overview', 'totals', list, filters],
  refund: (merchantRefundId: string) => ['refund', merchantRefundId],
  refundFiles: ['refund-files'],
  refundFile: (fileId: string) => ['refund-files', fileId],
  /** Not below the file: its rows are read again when it has gone on. */
  refundFileRows: (fileId: string, show: string) => ['refund-file-rows', fileId, show],
  /** Below `overview`, so that every refund invalidates it. */
  toApprove: ['overview', 'to-approve'],
  /** Below `overview`, so that every payment and refund invalidates it. */
  finance: (days: Filters) => ['overview', 'finance', days],
  ledger: (filters: Filters) => ['ledger', filters],
  allSettlements: ['settlements'],
  settlementReport: ['settlements', 'report'],
  settlements: (filters: Filters) => ['settlements', 'list', filters],
  bankReport: ['settlements', 'bank'],
  dayCloses: ['settlements', 'closes'],
  planSubscriptions: (filters: Filters) => ['plan-subscriptions', filters],
  /** These three are below `overview`, so that every payment and every call invalidates them. */
  planSubscription: (subscriptionId: string) => ['overview', 'plan-subscription', subscriptionId],
  subscriptionFigures: ['overview', 'subscription-figures'],
  comingDebits: ['overview', 'coming-debits'],
  plans: ['plans'],
  callbacks: (filters: Filters) => ['callbacks', filters],
  callback: (callbackId: string) => ['callback', callbackId],
  calls: (filters: Filters) => ['calls', filters],
  call: (callId: string) => ['call', callId],
  callErrors: (span: Filters) => ['call-errors', span],
  /** Below `call-errors`, so that every new call invalidates it. */
  callsOfRefund: (merchantRefundId: string) => ['call-errors', 'of', merchantRefundId],
  views: ['views'],
  disputes: (filters: Filters) => ['disputes', filters],
  deliveries: (filters: Filters) => ['deliveries', filters],
  delivery: (deliveryId: string) => ['delivery', deliveryId],
  reconciliation: ['reconciliation'],
  audit: (filters: Filters) => ['audit', filters],
  auditCheck: ['audit-check'],
  users: ['users'],
  apiKeys: ['api-keys'],
  legalHolds: ['legal-holds'],
  secondFactor: ['second-factor'],
  passkeys: ['passkeys'],
  security: ['security'],
  sessions: ['sessions'],
  sessionsOf: (userId: string) => ['sessions', userId],
  telemetry: ['telemetry'],
  health: ['health'],
  /** Queries of the sandbox's control API. */
  sandbox: (...rest: readonly unknown[]) => ['sandbox', ...rest],
} as const

/** Reads the facts about this installation. They do not change while the gateway runs. */
export function useAbout() {
  return useQuery({
    queryKey: queryKeys.about,
    queryFn: ({ signal }) => consoleApi('GET /about', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** An order with its refunds, decisions and timeline. */
export const orderQuery = (merchantOrderId: string) =>
  queryOptions({
    queryKey: queryKeys.order(merchantOrderId),
    queryFn: ({ signal }) => consoleApi('GET /orders/:merchantOrderId', { params: { merchantOrderId }, signal }),
  })

/** The figures of a filtered list of orders. */
export const orderTotalsQuery = (query: TotalsQuery<OrdersQuery>) =>
  queryOptions({
    queryKey: queryKeys.totals('orders', { ...query }),
    queryFn: ({ signal }) => consoleApi('GET /order-totals', { query, signal }),
  })

/** The figures of a filtered list of refunds. */
export const refundTotalsQuery = (query: TotalsQuery<RefundsQuery>) =>
  queryOptions({
    queryKey: queryKeys.totals('refunds', { ...query }),
    queryFn: ({ signal }) => consoleApi('GET /refund-totals', { query, signal }),
  })

/** A subscription with its cycles and events. */
export const planSubscriptionQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: queryKeys.planSubscription(subscriptionId),
    queryFn: ({ signal }) =>
      consoleApi('GET /plan-subscriptions/:subscriptionId', { params: { subscriptionId }, signal }),
  })

const PLANS_ON_A_PAGE = '500'

/** The plans with their subscriptions, page by page. */
export const plansQuery = infiniteQueryOptions({
  queryKey: queryKeys.plans,
  queryFn: ({ pageParam, signal }) =>
    consoleApi('GET /plans', { query: { after: pageParam, limit: PLANS_ON_A_PAGE }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap(({ rows }) => rows),
})

/** The shared views and the own ones of all lists. */
export const viewsQuery = queryOptions({
  queryKey: queryKeys.views,
  queryFn: async ({ signal }) => (await consoleApi('GET /views', { signal })).rows,
})

/** Rows of one page: more are counted as `99+`. */
const COUNTED = 100

/** Refunds that wait for a second person, with the people who requested them, at most 100. */
export const toApproveQuery = queryOptions({
  queryKey: queryKeys.toApprove,
  queryFn: async ({ signal }) =>
    (await consoleApi('GET /refunds', { query: { awaitsApproval: 'true', limit: String(COUNTED) }, signal })).rows.map(
      ({ requestedBy = '' }) => requestedBy,
    ),
})

export const refundQuery = (merchantRefundId: string) =>
  queryOptions({
    queryKey: queryKeys.refund(merchantRefundId),
    queryFn: ({ signal }) => consoleApi('GET /refunds/:merchantRefundId', { params: { merchantRefundId }, signal }),
    // A lost answer changes nothing that is stored, so no event tells of it.
    refetchInterval: ({ state }) => (state.data?.answerDueAtMs === undefined ? false : 2_000),
  })

export const callbackQuery = (callbackId: string) =>
  queryOptions({
    queryKey: queryKeys.callback(callbackId),
    queryFn: ({ signal }) => consoleApi('GET /callbacks/:callbackId', { params: { callbackId }, signal }),
  })

/** A logged API call; log entries never change. */
export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: queryKeys.call(callId),
    queryFn: ({ signal }) => consoleApi('GET /calls/:callId', { params: { callId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const deliveryQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: queryKeys.delivery(deliveryId),
    queryFn: ({ signal }) => consoleApi('GET /deliveries/:deliveryId', { params: { deliveryId }, signal }),
  })
