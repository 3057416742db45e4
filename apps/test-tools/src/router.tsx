import { textParams } from '@galla/console/api/browser.ts'
import { lazyPage } from '@galla/console/components/lazy.tsx'
import { routerOptions } from '@galla/console/shell/router-options.tsx'
import { Shell } from '@galla/console/shell/shell.tsx'
import { openDocument, TEST_TOOLS, TEST_TOOLS_SEARCH } from '@galla/console/shell/test-tools.ts'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'

const root = createRootRoute({ component: Shell })

const guide = createRoute({
  getParentRoute: () => root,
  path: TEST_TOOLS.guide,
  component: lazyPage(() => import('./features/guide/guide.tsx').then(({ GuidePage }) => GuidePage)),
})
const playground = createRoute({
  getParentRoute: () => root,
  path: TEST_TOOLS.playground,
  validateSearch: textParams(...TEST_TOOLS_SEARCH.playground),
  component: lazyPage(() =>
    import('./features/playground/playground-page.tsx').then(({ PlaygroundPage }) => PlaygroundPage),
  ),
})
const sandbox = createRoute({
  getParentRoute: () => root,
  path: TEST_TOOLS.sandbox,
  validateSearch: textParams(...TEST_TOOLS_SEARCH.sandbox),
  component: lazyPage(() => import('./features/sandbox/sandbox-page.tsx').then(({ SandboxPage }) => SandboxPage)),
})
const unknown = createRoute({
  getParentRoute: () => root,
  path: '/test-tools/$',
  beforeLoad: () => {
    throw redirect({ to: TEST_TOOLS.guide })
  },
})

/** The pages of the console, which are another document. Its first page has the console's base as its address. */
const overview = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: openDocument })
const others = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: openDocument })

export const router = createRouter({
  routeTree: root.addChildren([guide, playground, sandbox, unknown, overview, others]),
  ...routerOptions(),
})
