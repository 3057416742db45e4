import { Hono } from 'hono'
import { refused } from '../http/answer.ts'
import { type AskerEnv, addressOf } from '../http/asker.ts'
import { limitBody } from '../http/limit-body.ts'
import { mountRoutes } from '../http/mount-routes.ts'
import { Refusal } from '../http/refusal.ts'
import { checkMountPath } from '../mount-path.ts'
import type { Rooms } from '../rooms.ts'
import { callLimit } from './call-limit.ts'
import { HANDLERS, type MerchantDesk } from './handlers.ts'
import { merchantHost } from './host.ts'
import { merchantKeys } from './keys.ts'

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

const MOST_BODY_BYTES = 65_536

/** A loop that runs wild in somebody's program must not take the provider, or the database, away from the payers. */
const CALLS = { windowMs: 1_000, mostOfOne: 200, mostOfAll: 200 }
/** Nobody guesses a key; whoever tries keeps us busy with it no longer. */
const WRONG_KEYS = { windowMs: 60_000, mostOfOne: 20, mostOfAll: 200 }

/** @throws Error naming the setting that is wrong, never the key */
export async function openMerchantApi(
  { keys, hosts, path = '' }: MerchantSettings,
  rooms: Pick<Rooms, 'clock' | 'log'>,
  desk: MerchantDesk,
): Promise<MerchantFetch> {
  checkMountPath(path, 'merchant.path')
  const known = merchantKeys(keys)
  const checkHost = merchantHost(hosts)
  const calls = callLimit(rooms.clock, CALLS)
  const wrongKeys = callLimit(rooms.clock, WRONG_KEYS)
  const app = new Hono<AskerEnv>({ strict: false })

  app.use(async (c, next) => {
    checkHost(c.req.raw)
    if (!known.open(c.req.header('authorization'))) {
      wrongKeys.count(addressOf(c))
      throw new Refusal(401, 'WRONG_KEY', 'Send the merchant’s key: Authorization: Bearer <key>.')
    }
    calls.count('merchant')
    await next()
  })
  app.use(limitBody(MOST_BODY_BYTES))
  mountRoutes(app, HANDLERS, desk)
  app.notFound((c) => refused(rooms, nothingAt(`${c.req.method} ${c.req.path}`), c, 'merchant API'))
  app.onError((error, c) => refused(rooms, error, c, 'merchant API'))
  return async (request, from = {}) => app.fetch(request, from)
}

const nothingAt = (asked: string) => new Refusal(404, 'NOT_FOUND', `The merchant API has no ${asked}.`)
