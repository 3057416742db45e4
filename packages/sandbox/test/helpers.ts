import { createSandbox, type Sandbox, type SandboxOptions } from '@galla/sandbox'

/** 2026-01-01T00:00:00Z */
export const START_MS = 1_767_225_600_000

/** A sandbox with a frozen clock, and a client that sends raw requests to it. */
export function setUp(options: SandboxOptions = {}): TestSandbox {
  const sandbox = createSandbox({ clock: { startMs: START_MS, frozen: true }, ...options })
  return { sandbox, ...clientOf(sandbox) }
}

export interface TestSandbox extends Client {
  sandbox: Sandbox
}

export interface Client {
  token(): Promise<string>
  get(path: string, headers?: { [name: string]: string }): Promise<TestResponse>
  post(path: string, body: unknown, headers?: { [name: string]: string }): Promise<TestResponse>
  page(pageUrl: string): PageClient
}

export interface TestResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies whose shape is what they test
  body: any
  headers: Headers
}

export interface PageClient {
  get(path: string): Promise<TestResponse>
  post(path: string, body?: unknown): Promise<TestResponse>
}

export function clientOf(sandbox: Pick<Sandbox, 'fetch'>, origin = 'http://sandbox.localhost'): Client {
  let token: string | undefined
  const call = async (path: string, init: RequestInit): Promise<TestResponse> => {
    const response = await sandbox.fetch(origin + path, init)
    const text = await response.text()
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // Some faults send a body that is not JSON.
    }
    return { status: response.status, body, headers: response.headers }
  }
  const fetchToken = async (): Promise<string> => {
    const form = { client_id: 'shop', client_secret: 'secret', client_version: '1', grant_type: 'client_credentials' }
    const { body } = await call('/v1/oauth/token', { method: 'POST', body: new URLSearchParams(form) })
    return `O-Bearer ${body.access_token}`
  }
  const authorized = async (headers: { [name: string]: string }): Promise<{ [name: string]: string }> => {
    token ??= await fetchToken()
    return { authorization: token, 'content-type': 'application/json', ...headers }
  }
  return {
    token: fetchToken,
    get: async (path, headers = {}) => call(path, { headers: await authorized(headers) }),
    post: async (path, body, headers = {}) =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers: await authorized(headers) }),
    page(pageUrl) {
      const headers = { 'x-page-token': new URL(pageUrl).searchParams.get('token') ?? '' }
      return {
        get: (path) => call(`/page-api${path}`, { headers }),
        post: (path, body = {}) => call(`/page-api${path}`, { method: 'POST', body: JSON.stringify(body), headers }),
      }
    },
  }
}

export function standardOrder(merchantOrderId: string, more: object = {}): object {
  return {
    merchantOrderId,
    amount: 49_900,
    paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: 'https://shop.example/thanks' } },
    ...more,
  }
}

export function customOrder(merchantOrderId: string, paymentMode: object, more: object = {}): object {
  const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
  return { merchantOrderId, amount: 49_900, paymentFlow: { type: 'PG', paymentMode, merchantUrls }, ...more }
}

export const collect = (vpa: string): object => ({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa } })

/** Raw requests to the control API. */
export function control(sandbox: { fetch: (url: string, init?: RequestInit) => Promise<Response> }) {
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    const response = await sandbox.fetch(`http://x/_sandbox${path}`, { method, ...init })
    return { status: response.status, body: await response.json() }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    send,
  }
}
