import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findClients, networksOf } from '../../src/http/client-address.ts'
import { type ConsolePassword, consolePassword } from '../../src/routes/console/access.ts'
import { createTestConsole, PASSWORD, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const openConsole = (options: Parameters<typeof createTestConsole>[2] = {}) =>
  createTestConsole(createTestContext(test.database), password, options)

const login = (value: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ password: value }),
  headers: { 'content-type': 'application/json', ...headers },
})

describe('an attempt to lock the owner out', () => {
  const wrong = async (times: number, from: (n: number) => string, openedConsole = openConsole()) => {
    const { consoleContext, admin } = await openedConsole
    for (let n = 0; n < times; n += 1)
      await consoleContext.loginLimit
        .attempt({ ...networksOf(from(n)), user: admin.userId }, async () => false)
        .catch(() => {})
    return openedConsole
  }

  it('fails from many addresses: the right password is accepted fifteen seconds after 300 wrong ones', async () => {
    const context = createTestContext(test.database)
    const { raw } = await wrong(300, (n) => `10.0.${n >> 3}.${n & 7}`, createTestConsole(context, password))
    context.setNow(context.clock.now() + 15_000)
    expect((await raw('/api/session', login(PASSWORD))).status).toBe(200)
  })

  it('fails behind the owner’s own address when the browser was logged in before', async () => {
    const opened = openConsole()
    const { raw } = await opened
    const first = await raw('/api/session', login(PASSWORD))
    const browser = first.headers.getSetCookie().find((one) => one.startsWith('galla-browser=')) ?? ''
    expect(browser).toMatch(/^galla-browser=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
    const cookie = browser.split(';')[0] ?? ''
    await wrong(20, () => '127.0.0.1', opened)
    expect((await raw('/api/session', login(PASSWORD))).status).toBe(429)
    expect((await raw('/api/session', login(PASSWORD, { cookie }))).status).toBe(200)
    const other = cookie.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'))
    for (const forged of [other, cookie.replace('=', '=A'), 'galla-browser=x.y'])
      expect((await raw('/api/session', login(PASSWORD, { cookie: forged }))).status).toBe(429)
  })

  it('from many addresses of this machine is counted as one: any of its users has them all', async () => {
    const opened = openConsole()
    const { consoleContext, admin } = await opened
    const guess = (n: number) =>
      consoleContext.loginLimit
        .attempt({ ...networksOf(n === 0 ? '::1' : `127.0.${n}.9`), user: admin.userId }, async () => false)
        .catch(({ status }: { status: number }) => status)
    const answers: unknown[] = []
    for (let n = 0; n < 8; n += 1) answers.push(await guess(n))
    expect(answers).toEqual([false, false, false, false, false, 429, 429, 429])
    expect(networksOf('127.1.2.3')).toEqual(networksOf('127.0.0.1'))
    expect(networksOf('10.0.0.1')).not.toEqual(networksOf('10.0.0.2'))
  })

  it('accepts at most five wrong passwords from a known browser', async () => {
    const { raw } = await openConsole()
    const cookie = (await raw('/api/session', login(PASSWORD))).headers.getSetCookie()[1]?.split(';')[0] ?? ''
    for (let n = 0; n < 5; n += 1) expect((await raw('/api/session', login(`guess ${n}`, { cookie }))).status).toBe(401)
    expect((await raw('/api/session', login('guess', { cookie }))).status).toBe(429)
  })

  it('counts a customer’s whole IPv6 network as one', async () => {
    const { consoleContext, admin } = await wrong(5, (n) => `2001:db8:1:2:${n}::${n}`)
    const attempt = (address: string) =>
      consoleContext.loginLimit.attempt({ ...networksOf(address), user: admin.userId }, async () => true)
    await expect(attempt('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ status: 429 })
    expect(await attempt('2001:db8:1:3::1')).toBe(true)
  })

  it('guesses a hundred times in five minutes from the 65 536 networks of an IPv6 customer, and leaves other customers alone', async () => {
    const { consoleContext, admin } = await openConsole()
    const attempt = (address: string, fits: boolean, user = admin.userId) =>
      consoleContext.loginLimit
        .attempt({ ...networksOf(address), user }, async () => fits)
        .catch(({ status }) => status as number)
    const outcomes: unknown[] = []
    for (let n = 0; n < 300; n += 1) outcomes.push(await attempt(`2001:db8:7:${n.toString(16)}::1`, false, `name ${n}`))
    expect(outcomes.filter((one) => one === false)).toHaveLength(100)
    expect(outcomes.slice(100)).toEqual(Array(200).fill(429))
    expect(await attempt('2001:db8:7:ffff::1', true)).toBe(429)
    expect(await attempt('2001:db8:8::1', true)).toBe(true)
  })

  it('fails with a login to another account: it neither clears the count of wrong passwords for the owner nor makes the browser known for the owner', async () => {
    const { raw, invite } = await openConsole()
    const own = { name: 'mallory', password: 'my own long password' }
    await invite(own.name, 'viewer', own.password)
    const as = (name: string, value: string, cookie = '') =>
      raw('/api/session', {
        method: 'POST',
        body: JSON.stringify({ name, password: value }),
        headers: { 'content-type': 'application/json', cookie },
      })
    const statuses: number[] = []
    let cookie = ''
    for (let n = 0; n < 7; n += 1) {
      const mine = await as(own.name, own.password)
      expect(mine.status).toBe(200)
      cookie = mine.headers.getSetCookie()[1]?.split(';')[0] ?? ''
      statuses.push((await as('admin', `guess ${n}`, cookie)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('fails for many names from one address, and answers known and unknown names alike', async () => {
    const { raw, invite, consoleContext } = await openConsole()
    await invite('asha', 'viewer', 'a long password of asha')
    const as = async (name: string) =>
      (
        await raw('/api/session', {
          method: 'POST',
          body: JSON.stringify({ name, password: 'guess' }),
          headers: { 'content-type': 'application/json' },
        })
      ).status
    const five = async (name: string) => [
      await as(name),
      await as(name),
      await as(name),
      await as(name),
      await as(name),
    ]
    expect(await five('asha')).toEqual(await five('nobody'))
    expect([await as('Asha'), await as('NOBODY')]).toEqual([429, 429])
    for (let n = 0; n < 10; n += 1)
      await consoleContext.loginLimit.attempt({ ...networksOf('127.0.0.1'), user: `name ${n}` }, async () => false)
    expect([await as('name 9'), await as('admin')]).toEqual([429, 429])
  })

  it('admits known browsers while unknown ones flood the login', async () => {
    const { consoleContext } = await openConsole()
    const { loginLimit } = consoleContext
    let end = (): void => {}
    const hanging = new Promise<boolean>((resolve) => {
      end = () => resolve(false)
    })
    const flood = Array.from({ length: 60 }, (_, n) =>
      loginLimit
        .attempt({ address: `10.1.0.${n}`, user: `name ${n % 3}` }, () => hanging)
        .catch(({ status }) => status as number),
    )
    expect(await loginLimit.attempt({ address: '10.0.0.1', user: 'admin', browser: 'known' }, async () => true)).toBe(
      true,
    )
    end()
    expect((await Promise.all(flood)).filter((one) => one === 429)).toHaveLength(60 - 2 - 20)
  })
})

it('adds thirty wrong passwords a minute to the audit log from however many addresses, with the number of those left out, and each one of a known browser', async () => {
  const context = createTestContext(test.database)
  const url = 'https://console.example'
  const { raw } = await createTestConsole(context, password, { url, clientOf: findClients(['127.0.0.1']) })
  const logIn = (n: number, value: string, { name = 'admin', ...headers }: Record<string, string> = {}) =>
    raw('/api/session', {
      ...login(value, { 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}`, host: 'console.example', ...headers }),
      body: JSON.stringify({ name, password: value }),
    })
  const right = await logIn(500, PASSWORD)
  expect(right.status).toBe(200)
  const cookie = right.headers.getSetCookie()[1]?.split(';')[0] ?? ''
  const as = (n: number) => ({ name: `name ${n % 3}` })
  for (let n = 0; n < 50; n += 1) expect((await logIn(n, 'a wrong one', as(n))).status).toBe(401)
  expect((await logIn(501, 'a wrong one', { cookie })).status).toBe(401)
  context.setNow(context.clock.now() + 60_000)
  for (let n = 51; n < 53; n += 1) await logIn(n, 'a wrong one', as(n))
  const { rows } = await test.database.query<{ address: string; detail: string | null }>({
    text: `select "address", "detail" from galla.audit where "what" = 'wrong password' order by "auditId" offset 29`,
  })
  expect(rows).toEqual([
    { address: '203.0.0.29', detail: null },
    { address: '203.0.1.245', detail: null },
    { address: '203.0.0.51', detail: '20 before it were not recorded' },
    { address: '203.0.0.52', detail: null },
  ])
})

describe('the client’s address', () => {
  it.each([
    ['no proxy is trusted', [], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['the trusted proxy reports it', ['10.0.0.5'], '10.0.0.5', '1.1.1.1', '1.1.1.1'],
    ['the client adds entries of its own', ['10.0.0.5'], '10.0.0.5', '127.0.0.1, 8.8.8.8, 1.1.1.1', '1.1.1.1'],
    ['two proxies', ['10.0.0.0/8'], '10.0.0.5', '8.8.8.8, 1.1.1.1, 10.2.2.2', '1.1.1.1'],
    ['an IPv4 address in IPv6', ['10.0.0.5'], '::ffff:10.0.0.5', '::ffff:1.1.1.1', '1.1.1.1'],
    ['an IPv6 proxy', ['fd00::/8'], 'fd12::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['a proxy that reports nonsense', ['10.0.0.5'], '10.0.0.5', "1.1.1.1, ' or 1=1", "' or 1=1"],
    ['nothing is reported', ['10.0.0.5'], '10.0.0.5', '', '10.0.0.5'],
    ['a trusted proxy at a Unix socket reports it', ['127.0.0.1'], 'unix:', '8.8.8.8, 1.1.1.1', '1.1.1.1'],
    ['nothing is reported at a Unix socket', ['127.0.0.1'], 'unix:', '', 'unix:'],
    ['a proxy at a Unix socket is not trusted', ['10.0.0.5'], 'unix:', '1.1.1.1', 'unix:'],
    ['the client claims to be such a proxy', ['127.0.0.1'], '127.0.0.1', '1.1.1.1, unix:', 'unix:'],
  ])('is found when %s', (_, trusted, peer, forwarded, expected) => {
    const { address } = findClients(trusted)(new Headers({ 'x-forwarded-for': forwarded }), { address: peer })
    expect(address).toBe(expected)
  })

  it('is looked for among the last 32 addresses that are reported, however many a client sends', () => {
    const forwarded = (first: string, proxy: string, count: number) =>
      new Headers({ 'x-forwarded-for': [first, ...Array<string>(count).fill(proxy)].join(', ') })
    const clientOf = findClients(['10.0.0.0/8'])
    expect(clientOf(forwarded('1.1.1.1', '10.2.2.2', 31), { address: '10.0.0.5' }).address).toBe('1.1.1.1')
    expect(clientOf(forwarded('1.1.1.1', '10.2.2.2', 1_000), { address: '10.0.0.5' }).address).toBe('10.2.2.2')
    expect(clientOf(forwarded('127.0.0.1', '127.0.0.1', 31), { address: '127.0.0.1' }).local).toBe(true)
    expect(clientOf(forwarded('1.1.1.1', '127.0.0.1', 1_000), { address: '127.0.0.1' }).local).toBe(false)
    expect(clientOf(forwarded('127.0.0.1', '127.0.0.1', 1_000), { address: '127.0.0.1' }).local).toBe(false)
  })

  it.each(['10.0.0.0/33', 'proxy', '10.0.0.5/x', ''])('refuses the trusted proxy %j', (network) => {
    expect(() => findClients([network])).toThrow(/console\.trustedProxies must be addresses or networks/)
  })

  it.each([['0.0.0.0/0'], ['0.0.0.0/1', '128.0.0.0/1'], ['::/0']])(
    'refuses proxies that are everybody: %s %s',
    (...all) => {
      expect(() => findClients(all)).toThrow(/console\.trustedProxies must name your proxies only/)
    },
  )

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '127.0.0.0/8'],
    ['203.0.113.9', '203.0.113.9'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networksOf(address).address).toBe(network)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['203.0.113.9', undefined],
    ['unknown', undefined],
  ])('%s counts also as %s', (address, site) => {
    expect(networksOf(address).site).toBe(site)
  })
})

describe('a console without an https URL', () => {
  const status = async (client: string | undefined, headers: Record<string, string> = {}, url?: string) => {
    const { consoleContext } = await openConsole(url === undefined ? {} : { url })
    const { createConsole } = await import('../../src/routes/console/console.ts')
    const request = new Request(
      'http://127.0.0.1:3000/api/session',
      login(PASSWORD, { host: '127.0.0.1:3000', ...headers }),
    )
    const response = await createConsole(consoleContext).fetch(request, client === undefined ? {} : { address: client })
    return response.status
  }

  it.each([
    ['a remote client that sends Host: 127.0.0.1', '203.0.113.9', {}],
    ['a client whose address nobody passes', undefined, {}],
    ['a remote client behind a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['a remote client that claims to be local', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }],
    ['a remote client behind a proxy that sends X-Real-IP only', '127.0.0.1', { 'x-real-ip': '203.0.113.9' }],
    [
      'one that adds x-forwarded-for to it',
      '127.0.0.1',
      { 'x-real-ip': '203.0.113.9', 'x-forwarded-for': '127.0.0.1' },
    ],
    ['one that adds another x-real-ip', '127.0.0.1', { 'x-real-ip': '127.0.0.1, 203.0.113.9' }],
    ['a remote client behind a proxy that sends Forwarded', '127.0.0.1', { forwarded: 'for=203.0.113.9;proto=https' }],
    ['one that adds a hop to it', '127.0.0.1', { forwarded: 'for=127.0.0.1, For="[2001:db8::9]:4711"' }],
    ['one whose proxy hides it', '127.0.0.1', { forwarded: 'by=10.0.0.1;for=_hidden' }],
    ['one whose proxy names only the host', '127.0.0.1', { forwarded: 'host=127.0.0.1:3000' }],
    ['who connects to a Unix socket', 'unix:', {}],
    ['a client that a proxy at a Unix socket reports as local', 'unix:', { 'x-forwarded-for': '127.0.0.1' }],
  ])('refuses %s', async (_, client, headers) => {
    expect(await status(client, headers)).toBe(403)
    expect(await status(client, headers, 'http://127.0.0.1:3000')).toBe(403)
  })

  it.each([
    ['of a network whose addresses are trusted as proxies', ['10.0.0.0/8'], '10.1.2.3', ''],
    ['on the machine of a trusted proxy', ['10.0.0.5'], '10.0.0.5', '127.0.0.1'],
    ['that is a trusted proxy', ['10.0.0.5'], '127.0.0.1', '10.0.0.5'],
    ['behind a trusted proxy at a Unix socket', ['127.0.0.1'], 'unix:', ''],
    ['that such a proxy reports as local', ['127.0.0.1'], 'unix:', '127.0.0.1'],
  ])('does not take a client for this machine %s', (_, trusted, peer, forwarded) => {
    expect(findClients(trusted)(new Headers({ 'x-forwarded-for': forwarded }), { address: peer }).local).toBe(false)
  })

  it('answers this machine', async () => {
    for (const client of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await status(client)).toBe(200)
    for (const headers of [
      { 'x-forwarded-for': '::ffff:127.0.0.1' },
      { 'x-real-ip': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1;host=localhost, for="[::1]:50123"' },
    ])
      expect(await status('127.0.0.1', headers)).toBe(200)
  })
})

describe('a stolen database', () => {
  it('does not confirm a guessed password without the client secret', async () => {
    const { raw } = await openConsole()
    const response = await raw('/api/session', login(PASSWORD))
    const token = /galla-console=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const { rows } = await test.database.query<{ digest: string }>({ text: 'select "digest" from galla.sessions' })
    const digests = rows.map(({ digest }) => digest)
    expect(digests).toContain(password.digest(token))
    const guess = await consolePassword(PASSWORD, 'SANDBOX tea-stall', 'a guessed client secret')
    expect(digests).not.toContain(guess.digest(token))
  })
})
