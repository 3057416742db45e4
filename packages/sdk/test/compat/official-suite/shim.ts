/**
 * The module that the tests of the official package import, made of this package. The module has the official names and constants, and a
 * mock adapter that answers the requests of this package's client instead of those of axios.
 */
import { createHash } from 'node:crypto'
import * as compat from '@galla/sdk/compat'

export * from '@galla/sdk/compat'

type Reply = readonly [status: number, body?: unknown]
interface Handler {
  readonly method: string
  readonly url: string | RegExp | undefined
  readonly reply: Reply
  once: boolean
}
interface Call {
  readonly url: string
  readonly method: string
  readonly data: string | undefined
  readonly headers: { readonly [name: string]: string }
}

/** The id of an order that only this file asks for: its request shows what the client sends. */
const PROBE = 'probe-of-the-shim'
let probed: { readonly [name: string]: string } = {}

const header = (wanted: string): string =>
  Object.entries(probed).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

let handlers: Handler[] = []
let history: { get: Call[]; post: Call[] } = { get: [], post: [] }

/** Answers a request of the package under test from the table of the mock adapter, as the adapter answers axios. */
async function answer(
  url: string,
  init: { method: string; headers: { [name: string]: string }; body?: string },
): Promise<Response> {
  const method = init.method.toLowerCase() as 'get' | 'post'
  const headers = { ...init.headers }
  if (url.includes(PROBE)) {
    probed = headers
    return new Response('{}', { status: 200 })
  }
  history[method].push({ url, method, data: init.body, headers })
  const found = handlers.find(
    (one) =>
      one.method === method &&
      (one.url === undefined || (one.url instanceof RegExp ? one.url.test(url) : one.url === url)),
  )
  if (found?.once) handlers = handlers.filter((one) => one !== found)
  const [status, body] = found?.reply ?? [404]
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text === '' ? null : text, { status, statusText: '' })
}

compat.configure({ fetch: answer, like: '2.0.6' })

/** Stands for `axios-mock-adapter`. */
export default class MockAdapter {
  get history() {
    return history
  }
  onGet = (url?: string | RegExp) => this.#on('get', url)
  onPost = (url?: string | RegExp) => this.#on('post', url)
  reset = () => {
    handlers = []
    this.resetHistory()
  }
  resetHandlers = () => {
    handlers = []
  }
  resetHistory = () => {
    history = { get: [], post: [] }
  }
  restore = () => this.reset()

  #on(method: string, url?: string | RegExp) {
    const add = (once: boolean) => (status: number, body?: unknown) => {
      // A later answer for the same request replaces the earlier one, except after a queue of single answers.
      if (!once)
        handlers = handlers.filter((one) => one.once || one.method !== method || String(one.url) !== String(url))
      handlers.push({ method, url, reply: [status, body], once })
      return this
    }
    return { reply: add(false), replyOnce: add(true) }
  }
}

/** Stands for `axios`. */
export const create = () => ({})

export const StandardCheckoutContants = {
  PAY_API: '/checkout/v2/pay',
  ORDER_STATUS_API: '/checkout/v2/order/{ORDER_ID}/status',
  ORDER_DETAILS: 'details',
  TRANSACTION_STATUS_API: '/checkout/v2/transaction/{TRANSACTION_ID}/status',
  CREATE_ORDER_API: '/checkout/v2/sdk/order',
  REFUND_API: '/payments/v2/refund',
  REFUND_STATUS_API: '/payments/v2/refund/{REFUND_ID}/status',
}
export const CustomCheckoutConstants = {
  PAY_API: '/payments/v2/pay',
  ORDER_STATUS_API: '/payments/v2/order/{ORDER_ID}/status',
  ORDER_DETAILS: 'details',
  TRANSACTION_STATUS_API: '/payments/v2/transaction/{TRANSACTION_ID}/status',
  CREATE_ORDER_API: '/payments/v2/sdk/order',
  REFUND_API: '/payments/v2/refund',
  REFUND_STATUS_API: '/payments/v2/refund/{REFUND_ID}/status',
}
export const TokenConstants = { OAUTH_GET_TOKEN: '/v1/oauth/token', OAUTH_GRANT_TYPE: 'client_credentials' }
/** The version is the one that requests carry. */
export const Headers = {
  X_DEVICE_OS: 'x-device-os',
  OAUTH_AUTHORIZATION: 'Authorization',
  SDK_VERSION: await sentVersion(),
}
export const CommonUtils = {
  calculateSha256: (args: object) => createHash('sha256').update(Object.values(args).join(':')).digest('hex'),
}

/** `close` forgets a client with its token: the next access creates another one. */
let open: { close(): Promise<void> }[] = []

/** The official package keeps one token in a static field, which a test clears; each of our clients has its own. */
export const TokenService = {
  get oAuthResponse() {
    return null
  },
  set oAuthResponse(_: null) {
    for (const client of open) void client.close()
    open = []
  },
}

/** Adds `tokenService` to a client. Its method returns the token of the next request. The clients of this package have no such member. */
function withTokenService<Client extends compat.StandardCheckoutClient | compat.CustomCheckoutClient>(
  original: { readonly prototype: Client },
  current: () => Client,
): Client {
  const getOAuthToken = async () => {
    await current().getOrderStatus(PROBE)
    return header('authorization')
  }
  return new Proxy(Object.create(original.prototype), {
    get(_, name) {
      const client = current()
      if (!open.includes(client)) open.push(client)
      return name === 'tokenService' ? { getOAuthToken } : Reflect.get(client, name)
    },
  })
}

const facades = new Map<string, unknown>()
function once<Facade>(key: unknown, create: () => Facade): Facade {
  const text = JSON.stringify(key)
  if (!facades.has(text)) facades.set(text, create())
  return facades.get(text) as Facade
}

/** Stand for the clients, which hide their token service. */
export const StandardCheckoutClient = {
  getInstance: (...args: Parameters<typeof compat.StandardCheckoutClient.getInstance>) =>
    once(['standard', args], () =>
      withTokenService(compat.StandardCheckoutClient, () => compat.StandardCheckoutClient.getInstance(...args)),
    ),
}
export const CustomCheckoutClient = {
  getInstance: (...args: Parameters<typeof compat.CustomCheckoutClient.getInstance>) =>
    once(['custom', args], () =>
      withTokenService(compat.CustomCheckoutClient, () => compat.CustomCheckoutClient.getInstance(...args)),
    ),
}

async function sentVersion(): Promise<string> {
  const token = { access_token: 'any', expires_at: 9_999_999_999, issued_at: 0 }
  handlers = [{ method: 'post', url: /oauth/, reply: [200, token], once: false }]
  const client = compat.StandardCheckoutClient.getInstance('version', 'of', 1, compat.Env.SANDBOX)
  await client.getOrderStatus(PROBE)
  await client.close()
  handlers = []
  history = { get: [], post: [] }
  return header('x-source-platform-version')
}

/** Internals without a counterpart: their tests are not run. */
export const EventQueueHandler: unknown = undefined
export const QueuedEventPublisher: unknown = undefined
