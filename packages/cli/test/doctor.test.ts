import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '@galla/sandbox'
import { createCallbacks } from '@galla/sdk'
import { CANARIES, findCanaries } from '@galla/testkit/canaries'
import { afterEach, describe, expect, it } from 'vitest'
import { type } from './terminal.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function project(files: { readonly [name: string]: string } = {}, dependencies: object = { '@galla/sdk': '^0.1.0' }) {
  const folder = mkdtempSync(join(tmpdir(), 'galla-doctor-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const all = { 'package.json': JSON.stringify({ dependencies }), ...files }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const GOOD = {
  PHONEPE_CLIENT_ID: 'TEST-M22',
  PHONEPE_CLIENT_SECRET: CANARIES.clientSecret,
  PHONEPE_CLIENT_VERSION: '1',
}
const HOOK = { SHOP_CALLBACK_USERNAME: 'shop_hook', SHOP_CALLBACK_PASSWORD: CANARIES.callbackPassword }
const visit = (folder: string, args: readonly string[] = [], parts: Parameters<typeof type>[1] = {}) =>
  type(['doctor', folder, ...args], { env: GOOD, ...parts })

describe('a healthy project', () => {
  it('has nothing to change', async () => {
    const { code, out } = await visit(project({ 'src/pay.ts': "import { Galla } from '@galla/sdk'\n" }))
    expect(code).toBe(0)
    expect(out).toContain('Nothing to change.')
    expect(out).not.toContain('WRONG')
  })

  it('tells programs, too', async () => {
    const { out } = await visit(project(), ['--json'])
    const { findings } = JSON.parse(out)
    expect(findings).toContainEqual({ level: 'ok', says: 'The official package is not in use' })
  })
})

describe('old code', () => {
  it('is found where it is imported, and told by line', async () => {
    const folder = project(
      {
        'src/pay.ts': "// import x from 'pg-sdk-node'\nimport { Env } from '@phonepe-pg/pg-sdk-node'\n",
        'lib/old.cjs': "const { Env } = require('pg-sdk-node/dist/Env')\n",
        'node_modules/a/index.js': "require('@phonepe-pg/pg-sdk-node')\n",
      },
      { '@phonepe-pg/pg-sdk-node': '2.0.6' },
    )
    const { code, out } = await visit(folder)
    expect(code).toBe(1)
    expect(out).toContain('WRONG The official package is imported: lib/old.cjs:1, src/pay.ts:2')
    expect(out).toContain("import the same names from '@galla/sdk/compat'")
    expect(out).toContain('An inner file of it is imported: lib/old.cjs:1')
    expect(out).toContain('npm uninstall @phonepe-pg/pg-sdk-node')
    expect(out).toContain('npm install @galla/sdk')
    expect(out).not.toContain('node_modules')
  })

  it.each([
    ["headers: { 'X-VERIFY': sum }", 'X-VERIFY'],
    ['const saltKey = process.env.SALT_KEY', 'salt keys'],
    ["fetch('https://api.phonepe.com/apis/hermes/pg/v1/pay')", 'addresses'],
    ['const body = { merchantTransactionId: id }', 'merchantTransactionId'],
  ])('of the first protocol is found: %s', async (line, sign) => {
    const { code, out } = await visit(project({ 'server.js': `\n${line}\n` }))
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`WRONG Code of the first protocol, ${sign}.*: server.js:2`))
  })
})

describe('credentials', () => {
  it.each<readonly [string, object, string]>([
    [
      'a space at the end',
      { PHONEPE_CLIENT_SECRET: `${CANARIES.clientSecret} ` },
      'PHONEPE_CLIENT_SECRET begins or ends with a space',
    ],
    ['quotes', { PHONEPE_CLIENT_SECRET: `"${CANARIES.clientSecret}"` }, 'PHONEPE_CLIENT_SECRET is in quotes'],
    ['a salt key', { PHONEPE_CLIENT_SECRET: `${CANARIES.clientSecret}###1` }, 'looks like a salt key'],
    ['a placeholder', { PHONEPE_CLIENT_ID: '<clientId>' }, 'PHONEPE_CLIENT_ID is a placeholder'],
    ['nothing', { PHONEPE_CLIENT_ID: '' }, 'PHONEPE_CLIENT_ID is empty'],
    ['a version of words', { PHONEPE_CLIENT_VERSION: 'v1' }, 'PHONEPE_CLIENT_VERSION is not a whole number'],
    [
      'the secret twice',
      { PHONEPE_CLIENT_ID: CANARIES.clientSecret },
      'PHONEPE_CLIENT_ID and the client secret are the same',
    ],
    ['no version', { PHONEPE_CLIENT_VERSION: undefined }, 'No variable ends in CLIENT_VERSION'],
  ])('with %s', async (_, env, sentence) => {
    const { code, out, err } = await visit(project(), [], { env: { ...GOOD, ...env } })
    expect(code).toBe(1)
    expect(out).toContain(sentence)
    expect(findCanaries({ out, err })).toEqual([])
  })

  it('are read from .env files, behind the process’s own', async () => {
    const env = `PHONEPE_CLIENT_ID=TEST\nexport PHONEPE_CLIENT_SECRET='${CANARIES.clientSecret}'\nPHONEPE_CLIENT_VERSION=one\n`
    const folder = project({ '.env': env })
    expect((await visit(folder, [], { env: {} })).out).toContain('PHONEPE_CLIENT_VERSION is not a whole number')
    const { code, out } = await visit(folder, [], { env: { PHONEPE_CLIENT_VERSION: '1' } })
    expect(code).toBe(0)
    expect(out).toContain('Credentials look right')
    expect(findCanaries(out)).toEqual([])
  })
})

describe('the clock', () => {
  it.each([
    ['agrees', 0, 0, 'The clock agrees'],
    ['is ahead', 300_000, 1, 'ahead of the server'],
    ['is behind', -300_000, 1, 'behind the server'],
  ])('that %s is told against a real server', async (_, offset, code, sentence) => {
    const sandbox = await serveSandbox()
    ends.push(() => sandbox.close())
    const seen = await visit(project(), ['--host', sandbox.url], { fetch, nowMs: () => Date.now() + offset })
    expect(seen.out).toContain(sentence)
    expect(seen.code).toBe(code)
  })

  it('is not judged when nobody answers', async () => {
    const { code, out } = await visit(project())
    expect(code).toBe(0)
    expect(out).toContain('note  The clock was not compared: http://127.0.0.1:4500')
  })
})

describe('callback code', () => {
  it.each([
    [
      'client.validateCallback(u, p, req.headers.authorization, JSON.stringify(req.body))',
      'A parsed body is written out',
    ],
    ["client.validateCallback(u, p, req.headers['Authorization'], raw)", "read as 'Authorization'"],
    ['client.validateCallback(u, p, req.headers.authorisation, raw)', 'does not send'],
    ['app.use(express.json())\nclient.validateCallback(u, p, req.headers.authorization, req.body)', 'express.json()'],
  ])('%s', async (code, sentence) => {
    const seen = await visit(project({ 'src/hook.js': code }))
    expect(seen.code).toBe(1)
    expect(seen.out).toContain(sentence)
    expect(seen.out).toContain('src/hook.js')
  })

  it('that hands over the raw body is well', async () => {
    const text =
      "app.post('/cb', express.raw({ type: '*/*' }), (req) => callbacks.verify({ headers: req.headers, body: req.body }))"
    const { code, out } = await visit(project({ 'src/hook.js': text }))
    expect(code).toBe(0)
    expect(out).toContain('The callback check reads well: src/hook.js')
  })
})

describe('the callback endpoint', () => {
  const listen = async (answer: RequestListener): Promise<string> => {
    const server: Server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(resolve)))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`
  }
  const bodyOf = async (request: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const tried = async (answer: RequestListener, env: object = HOOK) =>
    visit(project(), ['--callback-url', await listen(answer)], { fetch, env: { ...GOOD, ...env } })

  const checking =
    (password: string): RequestListener =>
    async (request, response) => {
      const callbacks = createCallbacks({ username: HOOK.SHOP_CALLBACK_USERNAME, password })
      const delivery = { headers: request.headers, body: await bodyOf(request) }
      const status = await callbacks.verify(delivery).then(
        () => 200,
        () => 401,
      )
      response.writeHead(status).end()
    }

  it('that checks well is well', async () => {
    const { code, out } = await tried(checking(CANARIES.callbackPassword))
    expect(out).toContain('The endpoint takes a callback that is signed well')
    expect(out).toContain('The endpoint refuses what is not signed well')
    expect(code).toBe(0)
  })

  it.each<readonly [string, RequestListener, string]>([
    ['has another secret', checking('another'), 'username and password differ'],
    ['takes everything', (_, response) => void response.end('ok'), 'without a signature'],
    [
      'asks for any header at all',
      (request, response) => void response.writeHead(request.headers.authorization ? 200 : 401).end(),
      'signed with another secret',
    ],
    ['breaks', (_, response) => void response.writeHead(500).end(), 'breaks on a good callback'],
    ['is elsewhere', (_, response) => void response.writeHead(404).end(), 'answers 404'],
    [
      'reads another header',
      (request, response) => {
        const sum = createHash('sha256').update('a').digest('hex')
        response.writeHead(request.headers['x-verify'] === sum ? 200 : 403).end()
      },
      'another header than authorization',
    ],
  ])('that %s', async (_, answer, sentence) => {
    const { code, out, err } = await tried(answer)
    expect(code).toBe(1)
    expect(out).toContain(sentence)
    expect(findCanaries({ out, err })).toEqual([])
  })

  it('is not tried without its secret', async () => {
    const { code, out } = await tried((_, response) => void response.end(), {})
    expect(code).toBe(0)
    expect(out).toContain('its secret is not in the environment')
  })

  it('that nobody listens at', async () => {
    const { code, out } = await visit(project(), ['--callback-url', 'http://127.0.0.1:9/cb'], {
      env: { ...GOOD, ...HOOK },
    })
    expect(code).toBe(1)
    expect(out).toContain('Nothing answers at http://127.0.0.1:9/cb')
  })
})

describe('wrong use', () => {
  it.each([
    [['doctor', '/nowhere/at/all'], 'There is no package.json'],
    [['doctor', '.', 'too'], 'doctor takes one folder'],
    [['doctor', '--host', 'localhost'], '--host takes a whole address'],
  ])('%j', async (line, sentence) => {
    const { code, err } = await type(line)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  it('has a page of help', async () => {
    expect((await type(['help', 'doctor'])).out).toMatch(/^galla doctor/)
    expect((await type([])).out).toContain('galla doctor')
  })
})
