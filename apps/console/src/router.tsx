import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { basePath, parseSearch, stringifySearch, textParams } from './api/browser.ts'
import { orNotLoaded } from './components/lazy.tsx'
import { Loading } from './components/page.tsx'
import { NotFound, PageError } from './shell/error-pages.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Each page lists its search parameters; others are dropped. */
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: textParams('span', 'from', 'to'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/overview/overview-page.tsx')),
    'OverviewPage',
  ),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: textParams(
    'q',
    'state',
    'paymentMode',
    'failure',
    'needsReview',
    'delayed',
    'owed',
    'from',
    'to',
    'minAmount',
    'maxAmount',
    'sort',
    'columns',
  ),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/orders/orders-page.tsx')),
    'OrdersPage',
  ),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId',
  validateSearch: textParams('tab', 'open', 'action'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/orders/order-page.tsx')),
    'OrderPage',
  ),
})
const receipt = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId/receipt',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/orders/receipt-page.tsx')),
    'ReceiptPage',
  ),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: textParams('state', 'reference', 'merchantOrderId', 'from', 'to', 'open'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/refunds/refunds-page.tsx')),
    'RefundsPage',
  ),
})
const finance = createRoute({
  getParentRoute: () => root,
  path: '/finance',
  validateSearch: textParams('from', 'to', 'tab', 'group'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/finance/finance-page.tsx')),
    'FinancePage',
  ),
})
const refundFiles = createRoute({
  getParentRoute: () => root,
  path: '/refund-files',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/refund-files/refund-files-page.tsx')),
    'RefundFilesPage',
  ),
})
const refundFile = createRoute({
  getParentRoute: () => root,
  path: '/refund-files/$fileId',
  validateSearch: textParams('show'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/refund-files/refund-file-page.tsx')),
    'RefundFilePage',
  ),
})
const callbacks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: textParams('verdict', 'event', 'id', 'from', 'to'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/callbacks/callbacks-page.tsx')),
    'CallbacksPage',
  ),
})
const callback = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$callbackId',
  validateSearch: textParams('tab', 'with'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/callbacks/callback-page.tsx')),
    'CallbackPage',
  ),
})
const apiLog = createRoute({
  getParentRoute: () => root,
  path: '/api-log',
  validateSearch: textParams('endpoint', 'outcome', 'errorKind', 'code', 'id', 'from', 'to', 'sort', 'tab', 'open'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/api-log/api-log-page.tsx')),
    'ApiLogPage',
  ),
})
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: textParams('needsReview', 'state', 'open'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/deliveries/deliveries-page.tsx')),
    'DeliveriesPage',
  ),
})
const reconciliation = createRoute({
  getParentRoute: () => root,
  path: '/reconciliation',
  validateSearch: textParams('from', 'to', 'kind'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/reconciliation/reconciliation-page.tsx')),
    'ReconciliationPage',
  ),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: textParams('kind', 'id', 'who', 'what', 'from', 'to', 'open'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/audit/audit-page.tsx')),
    'AuditPage',
  ),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/telemetry/telemetry-page.tsx')),
    'TelemetryPage',
  ),
})
const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/health/health-page.tsx')),
    'HealthPage',
  ),
})
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: textParams('mode', 'order', 'path'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/playground/playground-page.tsx')),
    'PlaygroundPage',
  ),
})
const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  validateSearch: textParams('tab', 'q', 'state', 'open'),
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/sandbox/sandbox-page.tsx')),
    'SandboxPage',
  ),
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: textParams('open'),
  component: lazyRouteComponent(() => import('./features/users/users-page.tsx'), 'UsersPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/api-keys',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/api-keys/api-keys-page.tsx')),
    'ApiKeysPage',
  ),
})
const erasure = createRoute({
  getParentRoute: () => root,
  path: '/erasure',
  component: lazyRouteComponent(
    orNotLoaded(() => import('./features/erasure/erasure-page.tsx')),
    'ErasurePage',
  ),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./features/account/account-page.tsx'), 'AccountPage'),
})

const routeTree = root.addChildren([
  overview,
  orders,
  order,
  receipt,
  refunds,
  finance,
  refundFiles,
  refundFile,
  callbacks,
  callback,
  apiLog,
  deliveries,
  reconciliation,
  audit,
  telemetry,
  health,
  playground,
  sandbox,
  users,
  apiKeys,
  erasure,
  account,
])

export const router = createRouter({
  routeTree,
  basepath: basePath(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The skeleton appears only when loading a page takes longer than this.
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Loading what="the page" />,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
