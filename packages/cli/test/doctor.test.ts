import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { createCallbacks } from '@galla/sdk'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { afterEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

function project(files: { readonly [name: string]: string } = {}, dependencies: object = { '@galla/sdk': '^0.1.0' }) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-doctor-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const all = { 'package.json': JSON.stringify({ dependencies }), ...files }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const CREDENTIALS = {
  PHONEPE_CLIENT_ID: 'TEST-M22',
  PHONEPE_CLIENT_SECRET: LEAK_MARKERS.clientSecret,
  PHONEPE_CLIENT_VERSION: '1',
}
const CALLBACK_CREDENTIALS = {
  SHOP_CALLBACK_USERNAME: 'shop_hook',
  SHOP_CALLBACK_PASSWORD: LEAK_MARKERS.callbackPassword,
}
const runDoctor = (folder: string, args: readonly string[] = [], parts: Parameters<typeof runCli>[1] = {}) =>
  runCli(['doctor', folder, ...args], { env: CREDENTIALS, ...parts })

describe('galla doctor on a correct project', () => {
  it('finds no problem', async () => {
    const { code, out } = await runDoctor(project({ 'src/pay.ts': "import { Galla } from '@galla/sdk'\n" }))
    expect(code).toBe(0)
    expect(out).toContain('No problems found.')
    expect(out).not.toContain('PROBLEM')
  })

  it('prints the findings as JSON with --json', async () => {
    const { out } = await runDoctor(project(), ['--json'])
    const { findings } = JSON.parse(out)
    expect(findings).toContainEqual({ level: 'ok', description: 'The official package is not in use' })
  })
})

describe('checks of old code', () => {
  it('find imports of the official package, with file and line', async () => {
    const folder = project(
      {
        'src/pay.ts': "// import x from 'pg-sdk-node'\nimport { Env } from '@phonepe-pg/pg-sdk-node'\n",
        'lib/old.cjs': "const { Env } = require('pg-sdk-node/dist/Env')\n",
        'node_modules/a/index.js': "require('@phonepe-pg/pg-sdk-node')\n",
      },
      { '@phonepe-pg/pg-sdk-node': '2.0.6' },
    )
    const { code, out } = await runDoctor(folder)
    expect(code).toBe(1)
    expect(out).toContain('PROBLEM The official package is imported: lib/old.cjs:1, src/pay.ts:2')
    expect(out).toContain("import the same names from '@galla/sdk/compat'")
    expect(out).toContain('An internal file of the official package is imported: lib/old.cjs:1')
    expect(out).toContain('npm uninstall @phonepe-pg/pg-sdk-node')
    expect(out).toContain('npm install @galla/sdk')
    expect(out).not.toContain('node_modules')
  })

  it.each([
    ["headers: { 'X-VERIFY': sum }", 'X-VERIFY'],
    ['const saltKey = process.env.SALT_KEY', 'salt keys'],
    ["fetch('https://api.phonepe.com/apis/hermes/pg/v1/pay')", 'v1 paths'],
    ['const body = { merchantTransactionId: id }', 'merchantTransactionId'],
  ])('find code for the v1 API: %s', async (line, sign) => {
    const { code, out } = await runDoctor(project({ 'server.js': `\n${line}\n` }))
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`PROBLEM Code for the v1 API, ${sign}.*: server.js:2`))
  })
})

describe('a variable called merchantTransactionId', () => {
  const PAY = 'await galla.standardCheckout.pay({ merchantOrderId: merchantTransactionId, amount })'
  it.each<readonly [string, { readonly [file: string]: string }]>([
    ['in a call of the v2 API', { 'src/pay.js': `const merchantTransactionId = randomUUID()\n${PAY}` }],
    [
      'as a column',
      { 'src/pay.js': PAY.replace('merchantTransactionId', 'id'), 'src/db.js': '{ merchantTransactionId: String }' },
    ],
  ])('is not an alarm %s', async (_, files) => {
    const { code, out } = await runDoctor(project(files))
    expect(out).toContain('No code for the v1 API')
    expect(code).toBe(0)
  })

  it('is one where other code is for the v1 API', async () => {
    const { out } = await runDoctor(
      project({
        'src/pay.js': PAY,
        'src/old.js': "const body = { merchantTransactionId: id }\nheaders['X-VERIFY'] = sum",
      }),
    )
    expect(out).toContain('PROBLEM Code for the v1 API, merchantTransactionId: src/old.js:1')
  })
})

describe('the check of credentials', () => {
  it.each<readonly [string, object, string]>([
    [
      'a space at the end',
      { PHONEPE_CLIENT_SECRET: `${LEAK_MARKERS.clientSecret} ` },
      'PHONEPE_CLIENT_SECRET begins or ends with white space',
    ],
    ['quotes', { PHONEPE_CLIENT_SECRET: `"${LEAK_MARKERS.clientSecret}"` }, 'PHONEPE_CLIENT_SECRET is in quotes'],
    ['a salt key', { PHONEPE_CLIENT_SECRET: `${LEAK_MARKERS.clientSecret}###1` }, 'looks like a salt key'],
    ['a placeholder', { PHONEPE_CLIENT_ID: '<clientId>' }, 'PHONEPE_CLIENT_ID is a placeholder'],
    ['nothing', { PHONEPE_CLIENT_ID: '' }, 'PHONEPE_CLIENT_ID is empty'],
    [
      'a version that is not a number',
      { PHONEPE_CLIENT_VERSION: 'v1' },
      'PHONEPE_CLIENT_VERSION is not a whole number',
    ],
    [
      'the secret twice',
      { PHONEPE_CLIENT_ID: LEAK_MARKERS.clientSecret },
      'PHONEPE_CLIENT_ID and the client secret are the same',
    ],
    ['no version', { PHONEPE_CLIENT_VERSION: undefined }, 'No variable ends in CLIENT_VERSION'],
  ])('reports %s', async (_, env, sentence) => {
    const { code, out, err } = await runDoctor(project(), [], { env: { ...CREDENTIALS, ...env } })
    expect(code).toBe(1)
    expect(out).toContain(sentence)
    expect(findLeakMarkers({ out, err })).toEqual([])
  })

  it('reads .env files; variables of the process take precedence', async () => {
    const env = `PHONEPE_CLIENT_ID=TEST\nexport PHONEPE_CLIENT_SECRET='${LEAK_MARKERS.clientSecret}'\nPHONEPE_CLIENT_VERSION=one\n`
    const folder = project({ '.env': env })
    expect((await runDoctor(folder, [], { env: {} })).out).toContain('PHONEPE_CLIENT_VERSION is not a whole number')
    const { code, out } = await runDoctor(folder, [], { env: { PHONEPE_CLIENT_VERSION: '1' } })
    expect(code).toBe(0)
    expect(out).toContain('The credentials are well formed')
    expect(findLeakMarkers(out)).toEqual([])
  })
})

describe('the check of the clock', () => {
  it.each([
    ['agrees', 0, 0, 'The clock agrees'],
    ['is ahead', 300_000, 1, 'ahead of the server'],
    ['is behind', -300_000, 1, 'behind the server'],
  ])('compares with a server: this clock %s', async (_, offset, code, sentence) => {
    const sandbox = await serveSandbox()
    cleanups.push(() => sandbox.close())
    const seen = await runDoctor(project(), ['--host', sandbox.url], { fetch, nowMs: () => Date.now() + offset })
    expect(seen.out).toContain(sentence)
    expect(seen.code).toBe(code)
  })

  it('reports a note when the server does not answer', async () => {
    const { code, out } = await runDoctor(project())
    expect(code).toBe(0)
    expect(out).toContain('note    The clock was not compared: http://127.0.0.1:4500 does not answer')
    expect(out).toContain('start a sandbox (galla sandbox), or name a server: --host URL')
  })
})

describe('the check of callback code', () => {
  it.each([
    [
      'client.validateCallback(u, p, req.headers.authorization, JSON.stringify(req.body))',
      'A parsed body is serialized',
    ],
    ["client.validateCallback(u, p, req.headers['Authorization'], raw)", "read as 'Authorization'"],
    ['client.validateCallback(u, p, req.headers.authorisation, raw)', 'misspelt'],
    ['app.use(express.json())\nclient.validateCallback(u, p, req.headers.authorization, req.body)', 'express.json()'],
  ])('finds the mistake in %s', async (code, sentence) => {
    const seen = await runDoctor(project({ 'src/hook.js': code }))
    expect(seen.code).toBe(1)
    expect(seen.out).toContain(sentence)
    expect(seen.out).toContain('src/hook.js')
  })

  it('finds no mistake when the raw body is verified', async () => {
    const text =
      "app.post('/cb', express.raw({ type: '*/*' }), (req) => callbacks.verify({ headers: req.headers, body: req.body }))"
    const { code, out } = await runDoctor(project({ 'src/hook.js': text }))
    expect(code).toBe(0)
    expect(out).toContain('No known mistake in callback verification: src/hook.js')
  })
})

describe('the check of the callback endpoint', () => {
  const listen = async (answer: RequestListener): Promise<string> => {
    const server: Server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`
  }
  const bodyOf = async (request: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const runAgainst = async (answer: RequestListener, env: object = CALLBACK_CREDENTIALS) =>
    runDoctor(project(), ['--callback-url', await listen(answer)], { fetch, env: { ...CREDENTIALS, ...env } })

  const verifying =
    (password: string): RequestListener =>
    async (request, response) => {
      const callbacks = createCallbacks({ username: CALLBACK_CREDENTIALS.SHOP_CALLBACK_USERNAME, password })
      const delivery = { headers: request.headers, body: await bodyOf(request) }
      const status = await callbacks.verify(delivery).then(
        () => 200,
        () => 401,
      )
      response.writeHead(status).end()
    }

  /** Verifies, and refuses with another status. */
  const refusing =
    (status: number): RequestListener =>
    async (request, response) => {
      const callbacks = createCallbacks({
        username: CALLBACK_CREDENTIALS.SHOP_CALLBACK_USERNAME,
        password: LEAK_MARKERS.callbackPassword,
      })
      const verified = callbacks.verify({ headers: request.headers, body: await bodyOf(request) })
      response
        .writeHead(
          await verified.then(
            () => 200,
            () => status,
          ),
        )
        .end()
    }

  it('finds no problem in an endpoint that verifies', async () => {
    const { code, out } = await runAgainst(verifying(LEAK_MARKERS.callbackPassword))
    expect(out).toContain('The endpoint accepts a correctly signed callback')
    expect(out).toContain('The endpoint refuses unsigned and forged callbacks')
    expect(code).toBe(0)
  })

  it.each<readonly [string, RequestListener, string]>([
    ['has another secret', verifying('another'), 'user name and password (or the HMAC key) differ'],
    ['accepts everything', (_, response) => void response.end('ok'), 'without a signature'],
    [
      'accepts any authorization header',
      (request, response) => void response.writeHead(request.headers.authorization ? 200 : 401).end(),
      'signed with other credentials',
    ],
    [
      'reads another header',
      (request, response) => {
        const sum = createHash('sha256').update('a').digest('hex')
        response.writeHead(request.headers['x-verify'] === sum ? 200 : 401).end()
      },
      'another header than authorization',
    ],
    ['fails on a forged callback', refusing(500), 'answers 500 to a callback without a signature'],
    ['redirects a forged callback', refusing(302), 'answers 302 to a callback without a signature'],
    ['limits a forged callback', refusing(429), 'answers 429 to a callback without a signature'],
  ])('finds the problem of an endpoint that %s', async (_, answer, sentence) => {
    const { code, out, err } = await runAgainst(answer)
    expect(code).toBe(1)
    expect(out).toContain(sentence)
    expect(findLeakMarkers({ out, err })).toEqual([])
  })

  it.each<readonly [number, string, string]>([
    [301, 'http://127.0.0.1:1/new', 'The provider follows no redirect'],
    [302, '/login?next=%2Fcallbacks', 'a log-in page'],
    [303, '/login', 'a log-in page'],
    [307, '/callbacks/', 'trailingSlash'],
    [308, '/callbacks/', 'trailingSlash'],
    [403, '', 'CSRF'],
    [404, '', 'no route at this path'],
    [405, '', 'does not accept POST'],
    [413, '', 'body limit'],
    [415, '', 'application/json'],
    [422, '', 'refuses a correct callback'],
    [429, '', 'rate limiter'],
    [500, '', 'the handler throws'],
    [502, '', 'a proxy'],
    [503, '', 'not ready'],
  ])('names the cause of %i, and counts nothing else as passed', async (status, location, cause) => {
    const { code, out } = await runAgainst((_, response) => void response.writeHead(status, { location }).end())
    const [line = '', ...others] = out.split('\n').filter((one) => one.startsWith('PROBLEM'))
    expect(line).toContain(`answers ${status}`)
    expect(line).toContain(cause)
    expect(others).toEqual([])
    expect(out).not.toContain('refuses unsigned and forged callbacks')
    expect(out).not.toContain('password')
    expect(out).not.toContain('next=')
    expect(code).toBe(1)
  })

  it('does not call the endpoint without its credentials', async () => {
    const { code, out } = await runAgainst((_, response) => void response.end(), {})
    expect(code).toBe(0)
    expect(out).toContain('its credentials are not in the environment')
  })

  it('reports an address at which nothing listens', async () => {
    const { code, out } = await runDoctor(project(), ['--callback-url', 'http://127.0.0.1:9/cb'], {
      env: { ...CREDENTIALS, ...CALLBACK_CREDENTIALS },
    })
    expect(code).toBe(1)
    expect(out).toContain('http://127.0.0.1:9/cb does not answer (fetch failed): nothing listens at this address')
    expect(out.match(/PROBLEM/g)).toHaveLength(1)
  })
})

describe('galla doctor exits with 2 for', () => {
  it.each([
    [['doctor', '/nowhere/at/all'], 'There is no folder'],
    [['doctor', '.', 'too'], 'doctor takes one folder'],
    [['doctor', '--host', 'localhost'], '--host must be a URL'],
  ])('%j', async (line, sentence) => {
    const { code, err } = await runCli(line)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  it('has a help page', async () => {
    expect((await runCli(['help', 'doctor'])).out).toMatch(/^galla doctor/)
    expect((await runCli([])).out).toContain('galla doctor')
  })
})
