import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BooksError } from '../books-error.ts'
import type { Rooms } from '../rooms.ts'
import { streamCsv } from './csv.ts'
import type { Desk } from './desk.ts'
import { checkCsrf, requireSession } from './guards.ts'
import { HANDLERS } from './handlers.ts'
import { live } from './live.ts'
import { metricsAt } from './metrics-route.ts'
import { mountRoutes } from './mount-routes.ts'
import { consolePages } from './pages.ts'
import { ConsoleRefusal } from './refusal.ts'
import { passToSandbox } from './sandbox-proxy.ts'
import { logIn, logOut, readSession } from './session-routes.ts'

const MOST_BODY_BYTES = 65_536

/** What the server in front knows of a request and its headers do not say. */
export interface ConsoleEnv {
  /** Who asks: wrong passwords are counted by it. */
  Bindings: { address?: string }
}

/** The console: its API under `/api`, its pages, the metrics. Everything but the login needs a session. */
export function createConsole(desk: Desk): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  app.use(async (c, next) => {
    desk.address.check(c.req.raw)
    await next()
  })
  const metrics = metricsAt(desk)
  app.get('/metrics', (c) => metrics(c, addressOf(c)))
  app.route('/api', api(desk))
  app.get('*', consolePages(desk))
  app.onError((error, c) => refused(desk.rooms, error, c, 'console'))
  return app
}

function api(desk: Desk): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  app.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: () => Promise.reject(tooLarge()) }))
  app.post('/session', async (c) => c.json(await logIn(desk, c, addressOf(c)), 200, HEADERS))
  app.get('/session', async (c) => c.json(await readSession(desk, c), 200, HEADERS))
  app.delete('/session', async (c) => c.json(await logOut(desk, c), 200, HEADERS))

  app.use(async (c, next) => {
    const session = await requireSession(desk, c)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') checkCsrf(c, session)
    await next()
  })
  app.get('/orders.csv', (c) => streamCsv(desk, c))
  app.get('/live', (c) => live(desk, c))
  app.all('/sandbox/*', (c) => passToSandbox(desk, c))
  mountRoutes(app, HANDLERS, desk, HEADERS)
  app.all('*', (c) => {
    throw new ConsoleRefusal(404, 'NOT_FOUND', `The console API has no ${c.req.method} ${c.req.path}.`)
  })
  return app
}

export const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** What every API of the merchant's own answers when it says no. */
export function refused({ log }: Pick<Rooms, 'log'>, error: Error, c: Context, at: string): Response {
  if (error instanceof ConsoleRefusal) {
    const { status, code, message, field, retryAfterSec } = error
    const more = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
    return c.json({ code, message, ...(field === undefined ? {} : { field }) }, status, { ...HEADERS, ...more })
  }
  if (error instanceof BooksError) {
    const { code, message, field, status } = error
    return c.json({ code, message, ...(field === undefined ? {} : { field }) }, status, HEADERS)
  }
  log.error({ error: error.name, path: c.req.routePath }, `A request of the ${at} broke`)
  return c.json({ code: 'INTERNAL', message: 'Something broke on our side; the log says what.' }, 500, HEADERS)
}

const addressOf = (c: Context<ConsoleEnv>) => c.env?.address ?? 'unknown'

const tooLarge = () =>
  new ConsoleRefusal(413, 'TOO_LARGE', `A body here is at most ${MOST_BODY_BYTES} bytes.`, { field: 'body' })
