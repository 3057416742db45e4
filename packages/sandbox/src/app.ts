import { Hono } from 'hono'
import type { SandboxContext } from './context.ts'
import { ConnectionReset } from './faults/connection-reset.ts'
import { mappingNotFound } from './responses/errors.ts'
import { mountCheckoutRoutes } from './routes/checkout/routes.ts'
import { CONTROL_HANDLERS } from './routes/control/routes.ts'
import {
  mountLinkRoutes,
  mountMandateRoutes,
  mountProviderRoutes,
  mountSettlementRoutes,
} from './routes/provider/routes.ts'
import { mountRoutes } from './routes/router.ts'
import { mountTestTools } from './routes/test-tools.ts'

/** All routes of the sandbox: the provider's API, the control API, the hosted page and its API, and the files of the test tools. */
export function createApp(context: SandboxContext): Hono {
  const app = new Hono()
  mountProviderRoutes(app, context)
  mountMandateRoutes(app, context)
  mountSettlementRoutes(app, context)
  mountLinkRoutes(app, context)
  mountRoutes(app, '/_sandbox', 'control', CONTROL_HANDLERS, context)
  mountCheckoutRoutes(app, context)
  mountTestTools(app)

  app.notFound((c) => {
    const { body } = mappingNotFound().reply
    const status = 400
    context.journal.write({
      atMs: context.clock.now(),
      kind: 'api',
      name: 'unknown',
      method: c.req.method,
      path: c.req.path,
      status,
    })
    return c.json(body as object, status)
  })
  app.onError((error, c) => {
    if (error instanceof ConnectionReset) throw error
    return c.json({ success: false, code: 'INTERNAL_SERVER_ERROR', message: error.message, data: {} }, 500)
  })
  context.handle = async (request) => app.fetch(request)
  return app
}
