import { listen } from '@galla/http-server/listen'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())

const openConsole = (options: Parameters<typeof createTestConsole>[2] = {}) =>
  createTestConsole(createTestContext(test.database), password, options)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('the test tools', () => {
  const page = '<!doctype html><html><head></head></html>'
  /** A server in place of the sandbox's. Returns the gateway's console, and the requests that the server has received. */
  async function withTools(answer: (url: string) => ResponseInit & { body?: string }) {
    const received: string[] = []
    const server = await listen((request) => {
      const { pathname } = new URL(request.url)
      received.push(`${request.headers.get('cookie') ?? ''}${pathname}`)
      const { body, ...init } = answer(pathname)
      return new Response(body, init)
    })
    onTestFinished(() => server.close())
    return { ...(await openConsole({ sandboxUrl: `${server.url}/_sandbox`, path: '/pay' })), received }
  }
  const html = { 'content-type': 'text/html', 'content-security-policy': 'script-src *', 'set-cookie': 'a=b' }

  it.each(['/test-tools', '/test-tools/', '/test-tools/playground?mode=read', '/playground', '/sandbox?tab=clock'])(
    'are not served at %s without a sandbox',
    async (path) => {
      const response = await (await openConsole()).raw(path)
      if (path.startsWith('/test-tools')) expect(await codeOf(response)).toEqual([404, 'NO_SANDBOX'])
      else expect(response.status).toBeOneOf([200, 503])
    },
  )

  it.each(['/test-tools', '/test-tools/', '/test-tools/playground?mode=read'])(
    'have their page at %s, with the policy and the base of the console',
    async (path) => {
      const { raw, received } = await withTools(() => ({ body: page, headers: html }))
      const response = await raw(path)
      expect(received).toEqual(['/test-tools/index.html'])
      expect(await response.text()).toContain('<head><base href="/pay/">')
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'.*frame-ancestors 'none'/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.has('set-cookie')).toBe(false)
    },
  )

  it('pass their files on, and forward neither cookies nor another path of the sandbox', async () => {
    const type = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' }
    const { raw, received } = await withTools(() => ({ body: 'x = 1', headers: type }))
    const response = await raw('/test-tools/assets/index-12345678.js')
    expect(await response.text()).toBe('x = 1')
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...type, 'x-content-type-options': 'nosniff' })
    for (const path of ['/test-tools/../_sandbox/orders.json', '/test-tools/%2e%2e/_sandbox/orders.json'])
      await raw(path)
    expect(received.filter((path) => !path.startsWith('/test-tools/'))).toEqual([])
  })

  it('say that they were not built, or that the sandbox does not respond', async () => {
    const { raw } = await withTools(() => ({
      body: 'npm run build',
      status: 404,
      headers: { 'content-type': 'text/plain' },
    }))
    const response = await raw('/test-tools/')
    expect([response.status, await response.text()]).toEqual([404, 'npm run build'])
    const away = await openConsole({ sandboxUrl: 'http://127.0.0.1:1/_sandbox' })
    expect(await codeOf(await away.raw('/test-tools/'))).toEqual([502, 'SANDBOX_AWAY'])
  })

  it('are where bookmarks of the playground and of the sandbox page lead', async () => {
    const { raw } = await withTools(() => ({ body: page }))
    for (const path of ['/playground?mode=read&path=%2Fa', '/sandbox?tab=clock']) {
      const response = await raw(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, `/pay/test-tools${path}`])
    }
  })
})
