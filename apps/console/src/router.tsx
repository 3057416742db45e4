import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { BASE_PATH } from './api/base.ts'
import { parseSearch, stringifySearch, texts } from './lib/search-text.ts'
import { Broken } from './shell/broken.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { Loading } from './ui/loading.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Search params are texts, as in any address. Each page lists its own; what is not listed is dropped. */
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: texts('span', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/overview/page.tsx'), 'Page'),
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
  component: lazyRouteComponent(() => import('./pages/orders/page.tsx'), 'Page'),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$merchantOrderId',
  validateSearch: texts('tab', 'open'),
  component: lazyRouteComponent(() => import('./pages/order/page.tsx'), 'Page'),
})
const refunds = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: texts('state', 'merchantOrderId', 'open'),
  component: lazyRouteComponent(() => import('./pages/refunds/page.tsx'), 'Page'),
})
const callbacks = createRoute({
  getParentRoute: () => root,
  path: '/callbacks',
  validateSearch: texts('verdict', 'event', 'id', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/callbacks/page.tsx'), 'Page'),
})
const callback = createRoute({
  getParentRoute: () => root,
  path: '/callbacks/$callbackId',
  validateSearch: texts('tab', 'with'),
  component: lazyRouteComponent(() => import('./pages/callback/page.tsx'), 'Page'),
})
const apiLog = createRoute({
  getParentRoute: () => root,
  path: '/api-log',
  validateSearch: texts('endpoint', 'outcome', 'errorKind', 'code', 'id', 'from', 'to', 'tab', 'open'),
  component: lazyRouteComponent(() => import('./pages/api-log/page.tsx'), 'Page'),
})
const effects = createRoute({
  getParentRoute: () => root,
  path: '/effects',
  validateSearch: texts('needsReview', 'state', 'open'),
  component: lazyRouteComponent(() => import('./pages/effects/page.tsx'), 'Page'),
})
const drift = createRoute({
  getParentRoute: () => root,
  path: '/reconciliation',
  validateSearch: texts('from', 'to', 'kind'),
  component: lazyRouteComponent(() => import('./pages/drift/page.tsx'), 'Page'),
})
const telemetry = createRoute({
  getParentRoute: () => root,
  path: '/telemetry',
  component: lazyRouteComponent(() => import('./pages/telemetry/page.tsx'), 'Page'),
})
const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(() => import('./pages/health/page.tsx'), 'Page'),
})
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: texts('mode', 'order'),
  component: lazyRouteComponent(() => import('./pages/playground/page.tsx'), 'Page'),
})
const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  validateSearch: texts('tab', 'q', 'state', 'open'),
  component: lazyRouteComponent(() => import('./pages/sandbox/page.tsx'), 'Page'),
})

const routeTree = root.addChildren([
  overview,
  orders,
  order,
  refunds,
  callbacks,
  callback,
  apiLog,
  effects,
  drift,
  telemetry,
  health,
  playground,
  sandbox,
])

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
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
