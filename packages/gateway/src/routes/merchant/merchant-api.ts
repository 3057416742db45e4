import { Hono } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import { addressOf, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError } from '../../http/responses.ts'
import { mountRoutes } from '../../http/routing.ts'
import type { MerchantSettings } from '../../options.ts'
import type { MerchantServices } from '../../services/merchant.ts'
import { callLimit, merchantHost, merchantKeys } from './access.ts'
import { HANDLERS } from './routes.ts'

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
  services: MerchantServices,
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
  mountRoutes(app, HANDLERS, services)
  app.notFound((c) => handleError(context, nothingAt(`${c.req.method} ${c.req.path}`), c, 'merchant API'))
  app.onError((error, c) => handleError(context, error, c, 'merchant API'))
  return async (request, from = {}) => app.fetch(request, from)
}

const nothingAt = (asked: string) => new HttpError(404, 'NOT_FOUND', `The merchant API has no ${asked}.`)
