import type { KeyRights, MerchantRoutes } from '@galla/contract/gateway-api/merchant-routes'
import { CliError, EXIT, type Io } from '../io.ts'
import { type RouteValues, routeUrl } from '../route-url.ts'
import type { GatewayAccess } from './settings.ts'

type Route = keyof MerchantRoutes
type Parts<R extends Route> = RouteValues & (MerchantRoutes[R] extends { body: infer Body } ? { body: Body } : object)

/** A reply of the merchant API. */
interface Reply<R extends Route> {
  readonly data: MerchantRoutes[R]['response']
  /** The request as it was sent: `GET /orders?state=FAILED`. */
  readonly api: string
}

/** The gateway that a key opens. */
export interface GatewayClient {
  call<R extends Route>(route: R, parts: Parts<R>): Promise<Reply<R>>
  readonly url: string
  readonly rights: KeyRights
  /** Address of a page of the console; undefined while the console is off. @param path without a slash at its start: `orders/cart-7` */
  page(path: string): string | undefined
}

/** A refusal of the gateway, with its code. */
export class GatewayRefusal extends CliError {
  readonly code: string
  readonly status: number
  readonly docsUrl: string | undefined

  constructor({ code, message, docsUrl }: { code: string; message: string; docsUrl?: string }, status: number) {
    super(message)
    this.code = code
    this.status = status
    this.docsUrl = docsUrl
  }
}

/** Milliseconds that one call may take. */
const CALL_MS = 15_000

/**
 * Opens the gateway with a key and reads what the key may do.
 * @throws CliError when no gateway answers, or the key is refused
 */
export async function openGatewayClient(io: Io, { url, key }: GatewayAccess): Promise<GatewayClient> {
  const call = async <R extends Route>(route: R, parts: Parts<R>): Promise<Reply<R>> => {
    const { method, url: address } = routeUrl(url, route, parts)
    const body = 'body' in parts ? { body: JSON.stringify(parts.body) } : {}
    const response = await io
      .fetch(address, {
        method,
        ...body,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        // The key is for this address only.
        redirect: 'error',
        signal: AbortSignal.any([io.stop, AbortSignal.timeout(CALL_MS)]),
      })
      .catch((error: unknown) => {
        if (io.stop.aborted) throw error
        throw new CliError(`No gateway answers at ${url}. Start galla gateway, or name it with --url`, EXIT.unreachable)
      })
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusalOf(reply, response.status, url)
    if (typeof reply !== 'object' || reply === null)
      throw new CliError(`${url} is not the merchant API of a gateway: its reply to ${route} is not a JSON object`)
    return { data: reply as Reply<R>['data'], api: `${method} ${address.pathname}${address.search}` }
  }
  const { data: rights } = await call('GET /key', {})
  const console = rights.console === undefined ? undefined : new URL(rights.console, url).href.replace(/\/*$/, '/')
  return { call, url, rights, page: (path) => (console === undefined ? undefined : new URL(path, console).href) }
}

function refusalOf(reply: unknown, status: number, url: string): CliError {
  const { code, message, docsUrl } = (reply ?? {}) as { code?: unknown; message?: unknown; docsUrl?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string')
    return new CliError(`${url} is not the merchant API of a gateway: it answers ${status} without a code`)
  return new GatewayRefusal({ code, message, ...(typeof docsUrl === 'string' && { docsUrl }) }, status)
}
