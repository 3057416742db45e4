import type { ShopRefusalCode, ShopRoutes } from './shop-routes.ts'

/** The shop's server said no, or said nothing (`LOST`). */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly code: ShopRefusalCode | 'LOST'

  constructor(code: ShopRefusalCode | 'LOST', message = '') {
    super(message)
    this.code = code
  }
}

const PATIENCE_MS = 20_000

type BodyOf<Key extends keyof ShopRoutes> = ShopRoutes[Key] extends { body: infer Body } ? Body : Record<never, never>

/** Asks the shop's server. @throws ShopError */
export async function askShop<Key extends keyof ShopRoutes>(
  route: Key,
  body?: BodyOf<Key>,
  params: { readonly [name: string]: string } = {},
): Promise<ShopRoutes[Key]['reply']> {
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const sent =
    method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
  let response: Response
  let reply: unknown
  try {
    response = await fetch(address, { method, ...sent, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    reply = await response.json()
  } catch {
    throw new ShopError('LOST')
  }
  // Our own server's, built together with this page.
  if (response.ok) return reply as ShopRoutes[Key]['reply']
  const { code = 'AWAY', message = '' } = reply as { code?: ShopRefusalCode; message?: string }
  throw new ShopError(code, message)
}
