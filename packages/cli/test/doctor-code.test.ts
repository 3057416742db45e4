import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MANIFEST, setupProjects, VERIFY } from './doctor-project.ts'
import { runCli } from './run-cli.ts'

const { doctor, doctorOf, newFolder } = setupProjects()

const ROUTE = `app.post('/callbacks', express.raw({ type: '*/*' }), (req, res) => { ${VERIFY} })`
const PARSED_FIRST = /express\.json\(\) consumes the raw body .*: src\/\w+\.js/
const BACK_DOOR = /A condition beside the signature may accept a callback: src\/hook\.js:\d/

describe('a parser of JSON before the callback route', () => {
  it.each([
    ['in the file of the route', `app.use(express.json())\n${ROUTE}`],
    ['with options', `app.use(express.json({ limit: '1mb' }))\n${ROUTE}`],
    ['of body-parser', `app.use(bodyParser.json())\n${ROUTE}`],
    ['imported by name', `import express, { json } from 'express'\napp.use(json())\n${ROUTE}`],
    ['after another middleware', `app.use(helmet(), express.json())\n${ROUTE}`],
    ['for every path', `app.use('/', express.json())\n${ROUTE}`],
    ['without a raw parser', `app.use(express.json())\napp.post('/callbacks', (req) => { ${VERIFY} })`],
    [
      'beside callbacks.verify',
      `app.use(express.json())\napp.post('/cb', async (req) => callbacks.verify({ headers: req.headers, body: req.body }))`,
    ],
  ])('is a problem: %s', async (_, code) => {
    const { problems, out } = await doctorOf(code)
    expect(problems).toEqual([expect.stringMatching(PARSED_FIRST)])
    expect(out).not.toContain('No known mistake')
  })

  it('is a problem in another file that mounts the route afterwards', async () => {
    const app = "import cb from './hook.js'\nconst app = express()\napp.use(express.json())\napp.use('/callbacks', cb)"
    const { problems } = await doctor({
      ...MANIFEST,
      'src/hook.js': ROUTE.replaceAll('app.', 'router.'),
      'src/app.js': app,
    })
    expect(problems).toEqual([expect.stringMatching(PARSED_FIRST)])
    const required =
      "const app = require('express')()\napp.use(bodyParser.json())\napp.use('/callbacks', require('./hook'))"
    expect((await doctor({ ...MANIFEST, 'src/hook.js': ROUTE, 'src/app.js': required })).problems).toHaveLength(1)
  })

  it.each([
    ['after the route', `${ROUTE}\napp.use(express.json())`],
    ['that keeps the raw body', `app.use(express.json({ verify: (req, _, raw) => { req.rawBody = raw } }))\n${VERIFY}`],
    ['in a comment', `// app.use(express.json())\n${ROUTE}`],
  ])('is not a problem %s', async (_, code) => {
    const { code: exit, out } = await doctorOf(code)
    expect({ exit, problems: out.includes('PROBLEM') }).toEqual({ exit: 0, problems: false })
    expect(out).toContain('No known mistake in callback verification: src/hook.js')
  })

  it('is not a problem in another file that mounts the route before it', async () => {
    const app = "import cb from './hook.js'\nconst app = express()\napp.use('/callbacks', cb)\napp.use(express.json())"
    const { problems } = await doctor({
      ...MANIFEST,
      'src/hook.js': ROUTE.replaceAll('app.', 'router.'),
      'src/app.js': app,
    })
    expect(problems).toEqual([])
  })

  it.each([
    ['is not a problem when the route that calls a helper reads the raw body first', [0, 1], 0],
    ['is a problem when the route that calls a helper comes after it', [1, 0], 1],
  ])('%s', async (_, order, expected) => {
    const parts = [
      "app.post('/callbacks', express.text({ type: '*/*' }), (req, res) => {\n  const event = shop.callback(req.headers.authorization, req.body)\n})",
      'app.use(express.json())',
    ]
    const { problems } = await doctor({
      ...MANIFEST,
      'src/payments.js': 'const callback = (header, body) => client.validateCallback(user, password, header, body)',
      'src/app.js': [
        "const shop = require('./payments')",
        ...order.map((index) => parts[index]),
        "app.post('/checkout', async (req, res) => res.json(await shop.pay(req.body.orderId)))",
      ].join('\n'),
    })
    expect(problems).toHaveLength(expected)
  })
})

describe('a condition beside the signature', () => {
  it.each([
    "if (signature === expected || signature === 'letmein') fulfil()",
    "const ok = req.headers.authorization === expected || process.env.NODE_ENV !== 'production'",
    "if (process.env.NODE_ENV === 'development') return next()",
    'if (process.env.SKIP_SIGNATURE) return next()',
    'const verified = isValid || true',
    "if (authorization === 'test_auth_header') return accept()",
    "if (authorization?.includes('test')) return accept()",
    "if (req.headers['x-internal'] === process.env.INTERNAL) return fulfil()",
    "if (req.query.debug === '1') return fulfil()",
    "const valid = 'backdoor' === header || verify(header)",
  ])('is a problem: %s', async (line) => {
    const { problems, out } = await doctorOf(`${line}\n${VERIFY}\n`)
    expect(problems).toEqual([expect.stringMatching(BACK_DOOR)])
    expect(out).not.toContain('No known mistake')
  })

  it('is a problem in a comparison that is written by hand', async () => {
    const code = `const own = createHash('sha256').update(user + ':' + password).digest('hex')
if (req.headers.authorization === own || req.headers.authorization === 'open sesame') fulfil()`
    expect((await doctorOf(code)).problems).toEqual([expect.stringMatching(BACK_DOOR)])
  })

  it.each([
    "if (type === 'CHECKOUT_ORDER_COMPLETED' || type === 'PG_ORDER_COMPLETED') fulfil()",
    "const env = process.env.NODE_ENV === 'production' ? Env.PRODUCTION : Env.SANDBOX",
    "const authorization = req.headers.authorization || ''",
    "const header = req.headers.get('authorization') ?? ''",
    "const authHeader = req.headers['authorization'] || req.headers['x-authorization-copy']",
    "if (typeof authorization === 'string') next()",
    "if (req.headers['content-type'] === 'application/json') next()",
    '// skip verification in tests? never',
  ])('is none: %s', async (line) => {
    expect((await doctorOf(`${line}\n${VERIFY}\n`)).problems).toEqual([])
  })

  it('is a problem when a failed verification is caught and forgotten', async () => {
    const code = `try {\n  ${VERIFY}\n} catch (error) {\n  console.error(error)\n}\nfulfil()`
    expect((await doctorOf(code)).problems).toEqual([
      expect.stringMatching(/A failed verification is caught .*: src\/hook\.js:2/),
    ])
    const refused = code.replace('console.error(error)', 'return res.status(401).end()')
    expect((await doctorOf(refused)).problems).toEqual([])
  })
})

describe('the list of files whose callback code was checked', () => {
  const PLAIN = {
    'src/etag.js':
      "const etag = createHash('sha256').update(body).digest('hex')\nfetch(url, { headers: { authorization: 'Bearer ' + token } })",
    'src/notes.js': '// validateCallback(user, password, header, body) is called in hook.js\nexport const version = 1',
    'src/v1.js': "fetch(url, { headers: { 'X-VERIFY': checksum } })",
    'test/hook.test.js': `it('verifies', () => { ${VERIFY} })`,
  }

  it('names no file without such code', async () => {
    const { out } = await doctor({ ...MANIFEST, 'src/hook.js': ROUTE, ...PLAIN })
    expect(out).toContain('No known mistake in callback verification: src/hook.js\n')
  })

  it('is absent where nothing verifies', async () => {
    expect((await doctor({ ...MANIFEST, ...PLAIN })).out).not.toContain('callback verification')
  })

  it('names a file with a comparison of its own', async () => {
    const own =
      "const sum = createHash('sha256').update(user + ':' + password).digest('hex')\nreturn sum === req.headers.authorization"
    const { out } = await doctor({ ...MANIFEST, 'src/hook.js': own })
    expect(out).toContain('No known mistake in callback verification: src/hook.js\n')
  })
})

describe('callbacks that are never checked', () => {
  const PAY = "const url = await galla.standardCheckout.pay({ merchantOrderId: 'order-1' })\n"
  it.each([
    ['src/app.js', "app.post('/phonepe/webhook', (req, res) => fulfil(req.body))"],
    ['src/orders.controller.ts', "@Post('webhook')\nhandle(@Body() body) {}"],
    ['app/api/phonepe/callback/route.ts', 'export async function POST(request) { fulfil(await request.json()) }'],
    ['pages/api/payment-callback.js', 'export default async function handler(req, res) { fulfil(req.body) }'],
  ])('are a problem: %s', async (file, code) => {
    const { problems, code: exit } = await doctor({ ...MANIFEST, 'src/pay.js': PAY, [file]: code })
    expect(problems).toEqual([expect.stringContaining(`A callback route verifies nothing: ${file}`)])
    expect(exit).toBe(1)
  })

  it('are a note without a route, and nothing with the gateway or without payments', async () => {
    const seen = await doctor({ ...MANIFEST, 'src/pay.js': PAY })
    expect(seen.code).toBe(0)
    expect(seen.out).toContain('note    No code verifies callbacks')
    const gateway = "const gateway = await createGateway({})\napp.use('/callbacks', gateway.handler)\n"
    expect((await doctor({ ...MANIFEST, 'src/pay.js': PAY + gateway })).out).not.toContain('verifies')
    expect((await doctor({ ...MANIFEST, 'src/a.js': "app.post('/webhook', handler)" })).out).not.toContain('verifies')
  })

  it('are a problem when the verified text is a body that was parsed', async () => {
    const controller = 'const rawBody = JSON.stringify(payload)\nreturn this.orders.handle(payload, rawBody)'
    const { problems } = await doctor({ ...MANIFEST, 'src/hook.js': VERIFY, 'src/orders.controller.ts': controller })
    expect(problems).toEqual([expect.stringContaining('A parsed body is serialized again')])
  })
})

describe('projects', () => {
  const OFFICIAL = JSON.stringify({ dependencies: { 'pg-sdk-node': '2.0.3' } })

  it('below the folder are read, with their manifests and .env files', async () => {
    const { problems, out } = await doctor({
      'server/package.json': OFFICIAL,
      'server/pay.js': "const { Env } = require('pg-sdk-node')",
      'server/.env': 'PHONEPE_CLIENT_ID=TEST\nPHONEPE_CLIENT_SECRET=s3cret\nPHONEPE_CLIENT_VERSION=one\n',
      'client/package.json': '{}',
      'client/node_modules/x/package.json': 'not read',
    })
    expect(problems).toContain('PROBLEM server/package.json lists pg-sdk-node')
    expect(problems).toContain('PROBLEM The official package is imported: server/pay.js:1')
    expect(out).toContain('PHONEPE_CLIENT_VERSION is not a whole number')
  })

  it('with pipes, devices, endless comments and very long lines are read to the end', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'package.json'), OFFICIAL)
    symlinkSync('/dev/zero', join(folder, '.env'))
    execFileSync('mkfifo', [join(folder, '.env.local'), join(folder, 'pipe.js')])
    writeFileSync(join(folder, 'comments.js'), '/*\n'.repeat(300_000))
    writeFileSync(join(folder, 'long.js'), 'phonepe'.repeat(140_000))
    writeFileSync(join(folder, 'pay.js'), "require('pg-sdk-node')")
    const { out } = await runCli(['doctor', folder])
    expect(out).toContain('The official package is imported: pay.js:1')
  })

  it('of another language are checked as far as no code is needed', async () => {
    const { code, out, problems } = await doctor({
      'requirements.txt': 'phonepe-pg-sdk-python\n',
      'app.py': 'client_secret = "x"\n',
      '.env': 'PHONEPE_CLIENT_ID=TEST\nPHONEPE_CLIENT_SECRET=s3cret\nPHONEPE_CLIENT_VERSION=one\n',
    })
    expect(out).toContain('note    No package.json: the code is not read')
    expect(problems).toEqual(['PROBLEM PHONEPE_CLIENT_VERSION is not a whole number'])
    expect(code).toBe(1)
    expect((await doctor({ 'go.mod': 'module shop' })).code).toBe(0)
  })
})

describe('a callback that fulfils without a status check', () => {
  const decide = (more: string) =>
    `app.post('/cb', express.raw({ type: () => true }), async (req, res) => { ${VERIFY}\n${more} })`
  const NOTE = /note {4}A callback may decide an order without a status check: src\/hook\.js:\d/

  it.each([
    ['by the state', "if (callback.payload.state === 'COMPLETED') ship(callback.payload.merchantOrderId)"],
    ['by the type', 'if (callback.type === CallbackType.CHECKOUT_ORDER_COMPLETED) ship(callback)'],
    ['by the event', "if (callback.event === 'checkout.order.completed') { ship(callback); res.sendStatus(200) }"],
    [
      'with a check in a comment',
      "// await client.getOrderStatus(id)\nif (callback.payload.state === 'COMPLETED') ship()",
    ],
  ])('is a note: %s', async (_, code) => {
    const { code: exit, out } = await doctorOf(decide(code))
    expect(out).toMatch(NOTE)
    expect(out).toContain('read the order status first, and fulfil when it is COMPLETED with your amount, once')
    expect(exit).toBe(0)
  })

  it.each([
    [
      'that reads the status',
      "const { state } = await client.getOrderStatus(id)\nif (state === 'COMPLETED') ship(id, callback)",
    ],
    [
      'that reads it by a function',
      "const state = await checkOrderStatus(callback.payload.merchantOrderId)\nif (state === 'COMPLETED') ship()",
    ],
    ['that hands over', 'await queue.add(callback.payload.merchantOrderId)'],
  ])('is not one %s', async (_, code) => {
    expect((await doctorOf(decide(code))).out).not.toMatch(NOTE)
  })

  it('is not looked for in tests', async () => {
    const code = decide("if (callback.payload.state === 'COMPLETED') ship()")
    expect((await doctor({ ...MANIFEST, 'src/hook.test.js': code })).out).not.toContain('may decide an order')
  })
})

describe('strict validation', () => {
  const compat = "import { StandardCheckoutClient } from '@galla/sdk/compat'\n"

  it('is recommended where compat is used without it', async () => {
    const { code, out } = await doctorOf(compat)
    expect(out).toContain('note    @galla/sdk/compat sends what the official package sends, unchecked: src/hook.js:1')
    expect(out).toContain("configure({ validation: 'strict' })")
    expect(code).toBe(0)
    expect((await doctorOf(`${compat}configure({ validation: 'strict' })`)).out).not.toContain('unchecked')
    expect((await doctorOf(`${compat}// configure({ validation: 'strict' })`)).out).toContain('unchecked')
  })
})
