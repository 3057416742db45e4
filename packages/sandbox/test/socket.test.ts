import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '@galla/http-server/listen'
import { serveSandbox } from '@galla/sandbox'
import { afterEach, expect, test } from 'vitest'
import { clientOf, collect, customOrder, standardOrder } from './helpers.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function served(options: Parameters<typeof serveSandbox>[0] = {}) {
  const sandbox = await serveSandbox(options)
  open.push(sandbox)
  return sandbox
}

const overSocket = (url: string) => clientOf({ fetch: (input, init) => fetch(input, init) }, url)

test('listens on a free loopback port, answers under the live prefixes, and returns the page URL', async () => {
  const sandbox = await served()
  const { post, get } = overSocket(sandbox.url)
  const opened = await post('/apis/pg-sandbox/checkout/v2/pay', standardOrder('order-1'))
  expect(opened.body.redirectUrl.startsWith(`${sandbox.url}/transact/pg?token=`)).toBe(true)
  expect((await get('/apis/pg/checkout/v2/order/order-1/status')).body.state).toBe('PENDING')
})

const foreignStatus = (url: string, headers: { [name: string]: string }) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${url}/_sandbox/health`, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test('refuses a foreign Host and a foreign Origin with 403', async () => {
  const sandbox = await served()
  const statusFor = (headers: { [name: string]: string }) => foreignStatus(sandbox.url, headers)
  expect(await statusFor({})).toBe(200)
  expect(await statusFor({ host: 'localhost:1' })).toBe(200)
  expect(await statusFor({ host: 'attacker.example' })).toBe(403)
  expect(await statusFor({ host: '127.0.0.1.attacker.example' })).toBe(403)
  expect(await statusFor({ origin: 'https://attacker.example' })).toBe(403)
  expect(await statusFor({ origin: sandbox.url })).toBe(200)
})

test('reset and lost-reply close the connection, and only lost-reply creates the order', async () => {
  const sandbox = await served()
  const { post, get, token } = overSocket(sandbox.url)
  await token()
  await get('/checkout/v2/order/none/status')
  await sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'], times: 1 }] })
  await expect(post('/checkout/v2/pay', standardOrder('reset'))).rejects.toThrow('fetch failed')
  await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
  await expect(post('/checkout/v2/pay', standardOrder('lost'))).rejects.toThrow('fetch failed')
  expect((await get('/checkout/v2/order/reset/status')).status).toBe(400)
  expect((await get('/checkout/v2/order/lost/status')).status).toBe(200)
})

test('with a card port, only that port accepts cards', async () => {
  const sandbox = await served({ cardPort: 0 })
  const card = {
    merchantOrderId: 'card-1',
    amount: 10_000,
    paymentFlow: {
      type: 'PG',
      paymentMode: {
        type: 'CARD',
        cardDetails: {
          encryptedCardNumber: 'x',
          encryptedCvv: 'x',
          encryptionKeyId: 1,
          expiry: { month: '06', year: '2027' },
        },
      },
      merchantUrls: { redirectUrl: 'https://shop.example/thanks' },
    },
  }
  const ordinary = await overSocket(sandbox.url).post('/payments/v2/pay', card)
  expect(ordinary).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  const cards = overSocket(sandbox.cardUrl ?? '')
  expect((await cards.post('/payments/v2/pay', card)).body.message).toContain('encryptedCardNumber')
})

test('delivers a callback over HTTP, and records a receiver that refuses connections', async () => {
  const received: string[] = []
  const receiver = await listen(async (request) => {
    received.push(`${request.method} ${new URL(request.url).pathname} ${(await request.json()).event}`)
    return new Response('ok')
  })
  open.push(receiver)
  const callbacks = { url: `${receiver.url}/hook`, username: 'shop_hook', password: 'Passw0rd99' }
  const sandbox = await served({ callbacks })
  const { post } = overSocket(sandbox.url)
  await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
  await sandbox.idle()
  expect(received).toEqual(['POST /hook pg.order.completed'])
  await receiver.close()
  await post('/payments/v2/pay', customOrder('order-2', collect('success@ybl')))
  await sandbox.idle()
  expect(sandbox.deliveries().map((one) => one.delivered)).toEqual([true, false, false])
  expect(sandbox.deliveries()[1]?.failure).toMatch(/ECONNREFUSED/)
})

test('on a host that other machines reach, answers allowed names only, and returns page URLs for a browser of this machine', async () => {
  // The address of this machine, so that nothing here is reachable from elsewhere.
  const sandbox = await served({ host: '::ffff:127.0.0.1', allowedHosts: ['sandbox'] })
  expect(sandbox.url).toBe(`http://sandbox:${sandbox.port}`)
  const opened = (host: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const target = { host: '127.0.0.1', port: sandbox.port, path: '/apis/pg/checkout/v2/pay', method: 'POST' }
      const headers = { host, authorization: access, 'content-type': 'application/json' }
      request({ ...target, headers }, async (response) =>
        resolve({ status: response.statusCode, body: await text(response) }),
      )
        .on('error', reject)
        .end(JSON.stringify(standardOrder(`order-${host.replace(/\W/g, '-')}`)))
    })
  const access = await overSocket(`http://127.0.0.1:${sandbox.port}`).token()
  for (const host of ['sandbox', `sandbox:${sandbox.port}`, `localhost:${sandbox.port}`]) {
    const { status, body } = await opened(host)
    expect([host, status]).toEqual([host, 200])
    expect(JSON.parse(body).redirectUrl).toContain(`http://localhost:${sandbox.port}/transact/pg?token=`)
  }
  const refused = await opened('other')
  expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('--allow-host other')])
})

test('opens pages at the origin that is given, and answers under its host', async () => {
  const sandbox = await served({ origin: 'http://pay.test:4510' })
  const { post } = overSocket(sandbox.url)
  const opened = await post('/checkout/v2/pay', standardOrder('order-1'))
  expect(opened.body.redirectUrl).toMatch(/^http:\/\/pay\.test:4510\/transact\/pg\?token=/)
  expect(await foreignStatus(sandbox.url, { host: 'pay.test:4510', origin: 'http://pay.test:4510' })).toBe(200)
  expect(await foreignStatus(sandbox.url, { host: 'pay.test.example' })).toBe(403)
})

test.each([
  [{ host: '0.0.0.0' }, /^host 0\.0\.0\.0 is reachable from other machines.* allowedHosts: \['sandbox'\]/],
  [{ host: '::', allowedHosts: [] }, /^host :: is reachable/],
  [{ allowedHosts: ['*'] }, /^allowedHosts \(--allow-host\) must be host names .* got "\*"/],
  [{ allowedHosts: ['http://sandbox'] }, /^allowedHosts .* must be/],
  [{ allowedHosts: ['sandbox:4500'] }, /^allowedHosts .* must be/],
  [{ allowedHosts: 'sandbox' as unknown as string[] }, /^allowedHosts .* must be/],
  [{ host: '' }, /^host .* must be/],
  [{ origin: 'http://localhost:4500/pay' }, /^origin must be an origin/],
])('refuses %j before it listens', async (options, message) => {
  await expect(serveSandbox(options)).rejects.toThrow(message)
})

test('refuses invalid options before it listens', async () => {
  await expect(serveSandbox({ profile: 'nonsense' })).rejects.toThrow(/there are festival-day/)
  await expect(serveSandbox({ callbacks: { url: 'nowhere' } })).rejects.toThrow(/callbacks.url/)
})

test('serves the page, or how to build it, with a strict Content-Security-Policy', async () => {
  const sandbox = await served()
  const page = await fetch(`${sandbox.url}/transact/pg?token=none`)
  expect([200, 503]).toContain(page.status)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect((await fetch(`${sandbox.url}/web/bundle/checkout.js`)).headers.get('content-type')).toContain('javascript')
})
