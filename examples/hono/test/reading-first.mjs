import { Hono } from 'hono'

/**
 * The shop behind a middleware that reads every body, as loggers and validators do.
 * @param {Hono} shop
 */
export function readingFirst(shop) {
  const app = new Hono()
  app.use(async (context, next) => {
    await context.req.text()
    await next()
  })
  // A body that was cut off, read in front: nobody is left to be answered.
  app.onError((_, context) => context.body(null, 400))
  return app.route('/', shop)
}
