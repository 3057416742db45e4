import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { basePath, parseSearch, stringifySearch, texts } from './api/browser.ts'
import { Loading } from './components/page.tsx'
import { Broken, NotFound } from './shell/error-pages.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Search params are texts, as in any address. Each page lists its own; what is not listed is dropped. */
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: texts('span', 'from', 'to'),
  component: lazyRouteComponent(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: texts(
    'q',
    'state',
    'paymentMode',
    'needsReview',
    'delayed',
    'from',
    'to',
    'minAmount',
    'maxAmount',
    'sort',
    'columns',
  ),
  component: lazyRouteComponent(() => import('./features/orders/orders-page.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId',
  validateSearch: texts('tab', 'open'),
  component: lazyRouteComponent(() => import('./features/orders/order-page.tsx'), 'OrderPage'),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: texts('state', 'merchantOrderId', 'open'),
  component: lazyRouteComponent(() => import('./features/refunds/refunds-page.tsx'), 'RefundsPage'),
})
const callbacks = createRoute({
  getParentRoute: () => root,
  path: '/callbacks',
  validateSearch: texts('verdict', 'event', 'id', 'from', 'to'),
  component: lazyRouteComponent(() => import('./features/callbacks/callbacks-page.tsx'), 'CallbacksPage'),
})
const callback = createRoute({
  getParentRoute: () => root,
  path: '/callbacks/$callbackId',
  validateSearch: texts('tab', 'with'),
  component: lazyRouteComponent(() => import('./features/callbacks/callback-page.tsx'), 'CallbackPage'),
})
const apiLog = createRoute({
  getParentRoute: () => root,
  path: '/api-log',
  validateSearch: texts('endpoint', 'outcome', 'errorKind', 'code', 'id', 'from', 'to', 'tab', 'open'),
  component: lazyRouteComponent(() => import('./features/api-log/api-log-page.tsx'), 'ApiLogPage'),
})
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: texts('needsReview', 'state', 'open'),
  component: lazyRouteComponent(() => import('./features/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
})
const reconciliation = createRoute({
  getParentRoute: () => root,
  path: '/reconciliation',
  validateSearch: texts('from', 'to', 'kind'),
  component: lazyRouteComponent(
    () => import('./features/reconciliation/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  component: lazyRouteComponent(() => import('./features/telemetry/telemetry-page.tsx'), 'TelemetryPage'),
})
const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(() => import('./features/health/health-page.tsx'), 'HealthPage'),
})
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: texts('mode', 'order'),
  component: lazyRouteComponent(() => import('./features/playground/playground-page.tsx'), 'PlaygroundPage'),
})
const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  validateSearch: texts('tab', 'q', 'state', 'open'),
  component: lazyRouteComponent(() => import('./features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
})

const routeTree = root.addChildren([
  overview,
  orders,
  order,
  refunds,
  callbacks,
  callback,
  apiLog,
  deliveries,
  reconciliation,
  telemetry,
  health,
  playground,
  sandbox,
])

export const router = createRouter({
  routeTree,
  basepath: basePath(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page's script comes from this machine, mostly: a skeleton for what takes longer, not for each step.
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Loading what="the page" />,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
