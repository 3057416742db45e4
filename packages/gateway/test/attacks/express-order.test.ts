import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { mountGateway } from '../../src/adapters/express.ts'
import type { GatewayFetch } from '../../src/adapters/node.ts'
import { acceptParsedBody } from '../../src/http/parsed-body.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const echo: GatewayFetch = async (request) => new Response(await request.text())
const consoleEcho = acceptParsedBody<GatewayFetch>((request) => echo(request))

async function serve(app: ReturnType<typeof express>): Promise<string> {
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const BODY = '{ "amount" : 1.0 }'
const POST = { method: 'POST', body: BODY, headers: { 'content-type': 'application/json' } }

describe('middleware that was declared before the gateway', () => {
  it.each([
    ['the payer routes', echo],
    ['the console', consoleEcho],
  ])('refuses a request to %s', async (_, fetchOf) => {
    const app = express()
    const seen: string[] = []
    app.use((request, _response, next) => {
      seen.push(request.originalUrl)
      next()
    })
    app.use('/admin', (_request, response) => void response.writeHead(401).end())
    mountGateway(app, '/admin/payments', fetchOf)
    const url = await serve(app)
    expect((await fetch(`${url}/admin/payments/x`, POST)).status).toBe(401)
    expect((await fetch(`${url}/ADMIN/payments/x`)).status).toBe(401)
    expect(seen).toEqual(['/admin/payments/x', '/ADMIN/payments/x'])
  })

  it('passes the raw bytes on although parsers were declared before, also in a nested router', async () => {
    const app = express()
    const nested = express.Router()
    nested.use(express.urlencoded({ extended: true }), express.text())
    app.use(express.json(), nested)
    app.post('/shop', (request, response) => void response.json({ parsed: request.body }))
    mountGateway(app, '/payments', echo)
    const url = await serve(app)
    expect(await (await fetch(`${url}/payments/callbacks`, POST)).text()).toBe(BODY)
    expect(await (await fetch(`${url}/shop`, POST)).json()).toEqual({ parsed: { amount: 1 } })
  })

  it('passes the raw bytes on in Express 4, whose application has the router under another name', async () => {
    const app = express()
    app.use(express.json())
    const four = new Proxy(app, {
      get(target, name) {
        if (name === 'router') throw new Error("'app.router' is deprecated!")
        const value = Reflect.get(target, name === '_router' ? 'router' : name, target)
        return name === 'use' ? value.bind(target) : value
      },
    })
    mountGateway(four, '/payments', echo)
    const url = await serve(app)
    expect(await (await fetch(`${url}/payments/callbacks`, POST)).text()).toBe(BODY)
  })

  it('gives the console the body that a parser has read', async () => {
    const app = express()
    app.use(express.json({ limit: 20 }))
    mountGateway(app, '/admin', consoleEcho)
    const url = await serve(app)
    expect(await (await fetch(`${url}/admin/api/session`, POST)).text()).toBe('{"amount":1}')
    expect((await fetch(`${url}/admin/x`, { ...POST, body: JSON.stringify('x'.repeat(30)) })).status).toBe(413)
  })
})
