import { Hono } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import { addressOf, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError } from '../../http/responses.ts'
import { mountRoutes } from '../../http/routing.ts'
import { callLimit, merchantHost, merchantKeys } from './access.ts'
import { HANDLERS, type MerchantServices } from './routes.ts'

export interface MerchantSettings {
  /** 32 characters or more, each: what the merchant's server sends as `Authorization: Bearer …`. Several while one is replaced. */
  keys: string | readonly string[]
  /** Names by which it is called, beside this machine's own: `galla`, `galla.internal:4600`. */
  hosts?: readonly string[]
  /** Path under which `merchant.fetch` is mounted, where the framework does not take it off: `/merchant`. */
  path?: string
}

/** The same signature as `admin.fetch`: the server in front may know who asks. */
export type MerchantFetch = (request: Request, from?: { address?: string }) => Promise<Response>

const MAX_BODY_BYTES = 65_536

/** A loop that runs wild in somebody's program must not take the provider, or the database, away from the payers. */
const CALLS = { windowMs: 1_000, maxPerCaller: 200, maxTotal: 200 }
/** Nobody guesses a key; whoever tries keeps us busy with it no longer. */
const WRONG_KEYS = { windowMs: 60_000, maxPerCaller: 20, maxTotal: 200 }

/** @throws Error naming the setting that is wrong, never the key */
export async function openMerchantApi(
  { keys, hosts, path = '' }: MerchantSettings,
  context: Pick<GatewayContext, 'clock' | 'log'>,
  desk: MerchantServices,
): Promise<MerchantFetch> {
  checkMountPath(path, 'merchant.path')
  const known = merchantKeys(keys)
  const checkHost = merchantHost(hosts)
  const calls = callLimit(context.clock, CALLS)
  const wrongKeys = callLimit(context.clock, WRONG_KEYS)
  const app = new Hono<RequestEnv>({ strict: false })

  app.use(async (c, next) => {
    checkHost(c.req.raw)
    if (!known.open(c.req.header('authorization'))) {
      wrongKeys.count(addressOf(c))
      throw new HttpError(401, 'WRONG_KEY', 'Send the merchant’s key: Authorization: Bearer <key>.')
    }
    calls.count('merchant')
    await next()
  })
  app.use(limitBody(MAX_BODY_BYTES))
  mountRoutes(app, HANDLERS, desk)
  app.notFound((c) => handleError(context, nothingAt(`${c.req.method} ${c.req.path}`), c, 'merchant API'))
  app.onError((error, c) => handleError(context, error, c, 'merchant API'))
  return async (request, from = {}) => app.fetch(request, from)
}

const nothingAt = (asked: string) => new HttpError(404, 'NOT_FOUND', `The merchant API has no ${asked}.`)
