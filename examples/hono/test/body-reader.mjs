import { Hono } from 'hono'

/**
 * Mounts the shop behind a middleware that reads every body, as loggers and validators do.
 * @param {Hono} shop
 */
export function withBodyReader(shop) {
  const app = new Hono()
  app.use(async (context, next) => {
    await context.req.text()
    await next()
  })
  // The client disconnected while the middleware read the body.
  app.onError((_, context) => context.body(null, 400))
  return app.route('/', shop)
}
