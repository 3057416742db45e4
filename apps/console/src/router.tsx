import { VIEW_PARAMS } from '@galla/contract/gateway-api/views'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { textParams } from './api/browser.ts'
import { lazyPage } from './components/lazy.tsx'
import { NotFound } from './shell/error-pages.tsx'
import { routerOptions } from './shell/router-options.tsx'
import { Shell } from './shell/shell.tsx'
import { openDocument, TEST_TOOLS, TEST_TOOLS_SEARCH } from './shell/test-tools.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Each page lists its search parameters; others are dropped. */
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: textParams('span', 'from', 'to'),
  component: lazyPage(() => import('./features/overview/overview-page.tsx').then(({ OverviewPage }) => OverviewPage)),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: textParams('q', ...VIEW_PARAMS.orders),
  component: lazyPage(() => import('./features/orders/orders-page.tsx').then(({ OrdersPage }) => OrdersPage)),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId',
  validateSearch: textParams('tab', 'open', 'action'),
  component: lazyPage(() => import('./features/orders/order-page.tsx').then(({ OrderPage }) => OrderPage)),
})
const receipt = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId/receipt',
  component: lazyPage(() => import('./features/orders/receipt-page.tsx').then(({ ReceiptPage }) => ReceiptPage)),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: textParams(...VIEW_PARAMS.refunds, 'reference', 'merchantOrderId', 'open'),
  component: lazyPage(() => import('./features/refunds/refunds-page.tsx').then(({ RefundsPage }) => RefundsPage)),
})
const subscriptions = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  validateSearch: textParams('tab', 'state', 'planId', 'search'),
  component: lazyPage(() =>
    import('./features/subscriptions/subscriptions-page.tsx').then(({ SubscriptionsPage }) => SubscriptionsPage),
  ),
})
const subscription = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions/$subscriptionId',
  component: lazyPage(() =>
    import('./features/subscriptions/subscription-page.tsx').then(({ SubscriptionPage }) => SubscriptionPage),
  ),
})
const finance = createRoute({
  getParentRoute: () => root,
  path: '/finance',
  validateSearch: textParams('from', 'to', 'tab', 'group', 'search'),
  component: lazyPage(() => import('./features/finance/finance-page.tsx').then(({ FinancePage }) => FinancePage)),
})
const refundFiles = createRoute({
  getParentRoute: () => root,
  path: '/refund-files',
  component: lazyPage(() =>
    import('./features/refund-files/refund-files-page.tsx').then(({ RefundFilesPage }) => RefundFilesPage),
  ),
})
const refundFile = createRoute({
  getParentRoute: () => root,
  path: '/refund-files/$fileId',
  validateSearch: textParams('show'),
  component: lazyPage(() =>
    import('./features/refund-files/refund-file-page.tsx').then(({ RefundFilePage }) => RefundFilePage),
  ),
})
const callbacks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: textParams(...VIEW_PARAMS.webhooks, 'id'),
  component: lazyPage(() =>
    import('./features/callbacks/callbacks-page.tsx').then(({ CallbacksPage }) => CallbacksPage),
  ),
})
const callback = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$callbackId',
  validateSearch: textParams('tab', 'with'),
  component: lazyPage(() => import('./features/callbacks/callback-page.tsx').then(({ CallbackPage }) => CallbackPage)),
})
const disputes = createRoute({
  getParentRoute: () => root,
  path: '/disputes',
  validateSearch: textParams('view'),
  component: lazyPage(() => import('./features/disputes/disputes-page.tsx').then(({ DisputesPage }) => DisputesPage)),
})
const apiLog = createRoute({
  getParentRoute: () => root,
  path: '/api-log',
  validateSearch: textParams('endpoint', 'outcome', 'errorKind', 'code', 'id', 'from', 'to', 'sort', 'tab', 'open'),
  component: lazyPage(() => import('./features/api-log/api-log-page.tsx').then(({ ApiLogPage }) => ApiLogPage)),
})
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: textParams('needsReview', 'state', 'open'),
  component: lazyPage(() =>
    import('./features/deliveries/deliveries-page.tsx').then(({ DeliveriesPage }) => DeliveriesPage),
  ),
})
const reconciliation = createRoute({
  getParentRoute: () => root,
  path: '/reconciliation',
  validateSearch: textParams('from', 'to', 'kind'),
  component: lazyPage(() =>
    import('./features/reconciliation/reconciliation-page.tsx').then(({ ReconciliationPage }) => ReconciliationPage),
  ),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: textParams('kind', 'id', 'who', 'what', 'from', 'to', 'open'),
  component: lazyPage(() => import('./features/audit/audit-page.tsx').then(({ AuditPage }) => AuditPage)),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  component: lazyPage(() =>
    import('./features/telemetry/telemetry-page.tsx').then(({ TelemetryPage }) => TelemetryPage),
  ),
})
const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyPage(() => import('./features/health/health-page.tsx').then(({ HealthPage }) => HealthPage)),
})

/** A page of the test tools, which are another document below the console's address. */
const guide = createRoute({ getParentRoute: () => root, path: TEST_TOOLS.guide, beforeLoad: openDocument })
const playground = createRoute({
  getParentRoute: () => root,
  path: TEST_TOOLS.playground,
  validateSearch: textParams(...TEST_TOOLS_SEARCH.playground),
  beforeLoad: openDocument,
})
const sandbox = createRoute({
  getParentRoute: () => root,
  path: TEST_TOOLS.sandbox,
  validateSearch: textParams(...TEST_TOOLS_SEARCH.sandbox),
  beforeLoad: openDocument,
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: textParams('open'),
  component: lazyPage(() => import('./features/users/users-page.tsx').then(({ UsersPage }) => UsersPage)),
})
const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/api-keys',
  component: lazyPage(() => import('./features/api-keys/api-keys-page.tsx').then(({ ApiKeysPage }) => ApiKeysPage)),
})
const erasure = createRoute({
  getParentRoute: () => root,
  path: '/erasure',
  component: lazyPage(() => import('./features/erasure/erasure-page.tsx').then(({ ErasurePage }) => ErasurePage)),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyPage(() => import('./features/account/account-page.tsx').then(({ AccountPage }) => AccountPage)),
})

const routeTree = root.addChildren([
  overview,
  orders,
  order,
  receipt,
  refunds,
  subscriptions,
  subscription,
  finance,
  refundFiles,
  refundFile,
  callbacks,
  callback,
  disputes,
  apiLog,
  deliveries,
  reconciliation,
  audit,
  telemetry,
  health,
  guide,
  playground,
  sandbox,
  users,
  apiKeys,
  erasure,
  account,
])

export const router = createRouter({ routeTree, ...routerOptions() })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
