import http, { Agent as HttpAgent } from 'node:http'
import https, { Agent as HttpsAgent } from 'node:https'
import { type Listening, listen } from '@galla/http-server/listen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installRedirect, sandboxUrlFor } from '../src/redirect/redirect.ts'

/** A server in the sandbox's place, which answers with what it received. */
let server: Listening
let hosts: string[]
let globals: { fetch: typeof fetch }
// Copies: the modules of this process stay as they are.
const plain = { request: http.request, get: http.get }
const secure = { request: https.request, get: https.get }
let synced = 0

beforeAll(async () => {
  server = await listen(async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    return Response.json({ method: request.method, path: pathname + search, headers, body: await request.text() })
  })
  hosts = []
  globals = { fetch: (input, init) => fetch(input, init) }
  installRedirect(new URL(server.url), {
    globals,
    http: plain,
    https: secure,
    syncModules: () => {
      synced += 1
    },
    onHost: (origin) => hosts.push(origin),
  })
})
afterAll(() => server.close())

interface Echo {
  method: string
  path: string
  headers: { [name: string]: string }
  body: string
}

const read = async (response: http.IncomingMessage): Promise<Echo> => {
  let text = ''
  for await (const chunk of response) text += chunk
  return JSON.parse(text)
}

/** Sends by one of the changed functions, with every form of arguments. */
const sent = (module: typeof plain, args: unknown[], body?: string) =>
  new Promise<Echo>((resolve, reject) => {
    const request = (module.request as (...given: unknown[]) => http.ClientRequest)(...args, (response: never) =>
      read(response).then(resolve, reject),
    )
    request.on('error', reject).end(body)
  })

test.each([
  ['https://api.phonepe.com/apis/pg/x?y=1', '/apis/pg/x?y=1'],
  ['https://api-preprod.phonepe.com/apis/pg-sandbox/x', '/apis/pg-sandbox/x'],
  ['https://cards.phonepe.com:443/apis/pg/x', '/apis/pg/x'],
  ['https://API.PhonePe.com/x', '/x'],
  ['https://phonepe.com/', '/'],
  // A base that ends with a slash, before a path that begins with one.
  ['https://api.phonepe.com//apis/pg/x?y=1', '//apis/pg/x?y=1'],
  ['https://api.phonepe.com//other.example/x', '//other.example/x'],
  ['https://api.phonepe.com/\\\\other.example/x', '///other.example/x'],
  ['https://api.phonepe.com//user@other.example:1/x?y', '//user@other.example:1/x?y'],
])('redirects %s', (url, path) => {
  expect(sandboxUrlFor(new URL(url), new URL('http://127.0.0.1:4500'))?.href).toBe(`http://127.0.0.1:4500${path}`)
})

test.each([
  'https://phonepe.com.attacker.example/',
  'https://notphonepe.com/',
  'https://shop.example/?to=api.phonepe.com',
  'file://api.phonepe.com/x',
])('does not redirect %s', (url) => {
  expect(sandboxUrlFor(new URL(url), new URL('http://127.0.0.1:4500'))).toBeUndefined()
})

describe('fetch', () => {
  const echo = async (response: Promise<Response>): Promise<Echo> => (await response).json() as Promise<Echo>
  const url = 'https://api.phonepe.com/apis/pg/checkout/v2/pay?a=b'

  test('is redirected with a URL, a text and a Request, and keeps method, headers and body', async () => {
    const init = { method: 'POST', headers: { authorization: 'O-Bearer t' }, body: 'paid' }
    for (const call of [
      globals.fetch(url, init),
      globals.fetch(new URL(url), init),
      globals.fetch(new Request(url, init)),
      globals.fetch(new Request(url, { ...init, body: 'replaced' }), { body: 'paid' }),
    ]) {
      expect(await echo(call)).toMatchObject({
        method: 'POST',
        path: '/apis/pg/checkout/v2/pay?a=b',
        headers: { authorization: 'O-Bearer t', host: new URL(server.url).host },
        body: 'paid',
      })
    }
    await expect(globals.fetch(new Request(url, { signal: AbortSignal.abort() }))).rejects.toThrow(/abort/)
  })

  test('stays at the sandbox when the path begins with a host', async () => {
    const path = '//127.0.0.1:9/apis/pg/x'
    for (const given of [`https://api.phonepe.com${path}`, new Request(`https://api.phonepe.com${path}`)])
      expect(await echo(globals.fetch(given))).toMatchObject({ path, headers: { host: new URL(server.url).host } })
  })

  test('leaves other hosts alone, and fails as before for what is no URL', async () => {
    expect(await echo(globals.fetch(`${server.url}/other`))).toMatchObject({ path: '/other' })
    await expect(globals.fetch('nowhere')).rejects.toThrow(TypeError)
  })
})

describe('http and https', () => {
  const path = '/apis/pg/x?y=1'
  const options = { hostname: 'api.phonepe.com', path, method: 'POST', headers: { 'x-a': 'b' } }

  test.each<[string, typeof plain, unknown[]]>([
    ['options', secure, [options]],
    ['options with host and port', secure, [{ ...options, hostname: undefined, host: 'api.phonepe.com', port: 443 }]],
    ['options with a protocol, as axios writes them', secure, [{ ...options, protocol: 'https:', agents: {} }]],
    ['a text and options', secure, [`https://api.phonepe.com${path}`, { method: 'POST', headers: { 'x-a': 'b' } }]],
    [
      'a URL and options',
      plain,
      [
        new URL(`http://api.phonepe.com${path}`),
        { method: 'POST', headers: ['x-a', 'b', 'Host', 'x', 'content-length', '4'] },
      ],
    ],
    [
      'a URL of another class, as jsdom has one',
      plain,
      [
        { href: `http://api.phonepe.com${path}`, protocol: 'http:', toString: () => `http://api.phonepe.com${path}` },
        { method: 'POST', headers: { 'x-a': 'b' } },
      ],
    ],
    ['an agent for https', secure, [{ ...options, agent: new HttpsAgent({ keepAlive: true }) }]],
    ['no agent', secure, [{ ...options, agent: false }]],
    ['a Host header and a server name', secure, [{ ...options, headers: { Host: 'x', 'x-a': 'b' }, servername: 'x' }]],
    ['a proxy', plain, [{ ...options, hostname: '127.0.0.1', port: 9, path: `https://api.phonepe.com${path}` }]],
  ])('are redirected with %s', async (_, module, args) => {
    expect(await sent(module, args, 'paid')).toMatchObject({
      method: 'POST',
      path,
      headers: { 'x-a': 'b', host: new URL(server.url).host },
      body: 'paid',
    })
  })

  test.each<[string, typeof plain, unknown[]]>([
    ['a text', secure, ['https://api.phonepe.com//127.0.0.1:9/x']],
    ['a URL', plain, [new URL('http://api.phonepe.com//127.0.0.1:9/x')]],
    ['options', secure, [{ hostname: 'api.phonepe.com', path: '//127.0.0.1:9/x' }]],
    ['a proxy', plain, [{ hostname: '127.0.0.1', port: 9, path: 'https://api.phonepe.com//127.0.0.1:9/x' }]],
  ])('stay at the sandbox when the path begins with a host, with %s', async (_, module, args) => {
    expect(await sent(module, args)).toMatchObject({
      path: '//127.0.0.1:9/x',
      headers: { host: new URL(server.url).host },
    })
  })

  test('get ends the request itself', async () => {
    const reply = await new Promise<Echo>((resolve, reject) => {
      secure.get('https://cards.phonepe.com/x', (response) => read(response).then(resolve, reject)).on('error', reject)
    })
    expect(reply).toMatchObject({ method: 'GET', path: '/x' })
  })

  test('leave other hosts alone, with their agent', async () => {
    const { hostname, port } = new URL(server.url)
    const agent = new HttpAgent({ keepAlive: true })
    expect(await sent(plain, [{ hostname, port, path: '/other', agent }])).toMatchObject({ path: '/other' })
    expect(Object.keys(agent.freeSockets).length + Object.keys(agent.sockets).length).toBe(1)
    agent.destroy()
  })
})

test('each host is named once, and ES modules see the change', () => {
  const named = ['https://api.phonepe.com', 'http://api.phonepe.com', 'https://cards.phonepe.com']
  expect([...hosts].sort()).toEqual(named.sort())
  expect(synced).toBe(1)
})
