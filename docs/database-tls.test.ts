import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS_URL } from '@galla/contract/docs-url'
import { startPostgres } from '@galla/postgres'
import { serveSandbox } from '@galla/sandbox'
import { freePort } from '@galla/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../packages/cli/test/run-cli.ts'
import { openPool } from '../packages/gateway/src/storage/pool.ts'
import { findBinaries, linkLibraries } from '../packages/postgres/src/binaries.ts'
import { chooseRunner } from '../packages/postgres/src/run-as-user.ts'

const PASSWORD = 'Kettle-2026-cups'
const KEY = 'the-key-of-the-shop-0123456789abcdef'

const folder = mkdtempSync(join(tmpdir(), 'galla-tls-'))
const file = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

/** A CA of our own, and a certificate of it for `localhost` alone. */
function makeCertificates(): void {
  const days = ['-days', '2']
  for (const ca of ['ca', 'other-ca'])
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${ca}`, ...days],
      ...['-keyout', file(`${ca}.key`), '-out', file(`${ca}.pem`)],
    )
  openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'],
    ...['-keyout', file('server.key'), '-out', file('server.csr')],
  )
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n')
  openssl(
    ...['x509', '-req', '-in', file('server.csr'), '-extfile', file('names'), ...days, '-out', file('server.pem')],
    ...['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'],
  )
}

/** The binaries of @galla/postgres as a server with a port, as administrators run it: TLS and a password, or nothing. */
async function startServer(port: number): Promise<ChildProcess> {
  const database = file('server')
  const embedded = await startPostgres({ folder: database })
  const pool = openPool({ ...embedded.connection, max: 1 }, () => {})
  await pool.query(`create role galla login password '${PASSWORD}'`)
  await pool.query('create database galla owner galla')
  await pool.end()
  await embedded.stop()

  const data = join(database, readdirSync(database).find((name) => name.startsWith('data-')) ?? '')
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  const { uid, gid } = statSync(data)
  for (const name of ['server.key', 'server.pem']) chownSync(file(name), uid, gid)
  const binaries = await findBinaries(undefined)
  const libraries = await linkLibraries(binaries, join(database, 'lib'))
  const runner = await chooseRunner(binaries, libraries, database, { uid, gid })
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ssl: 'on',
    ssl_cert_file: file('server.pem'),
    ssl_key_file: file('server.key'),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = runner.run('postgres', ['-D', data, ...flags], ['ignore', 'ignore', 'pipe'])
  let log = ''
  for await (const text of server.stderr ?? []) {
    log += text
    if (log.includes('ready to accept connections')) break
  }
  server.stderr?.resume()
  expect(log).toContain('ready to accept connections')
  return server
}

let server: ChildProcess | undefined
let sandbox: Awaited<ReturnType<typeof serveSandbox>>
let port = 0
beforeAll(async () => {
  makeCertificates()
  port = await freePort()
  server = await startServer(port)
  sandbox = await serveSandbox({ port: 0 })
})
afterAll(async () => {
  await sandbox?.close()
  if (server) {
    const exited = once(server, 'exit')
    server.kill('SIGQUIT')
    await exited
  }
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (query: string, host = 'localhost') => `postgres://galla:${PASSWORD}@${host}:${port}/galla?${query}`
const VERIFIED = () => `sslmode=verify-full&sslrootcert=${file('ca.pem')}`

const environment = (database: string) => ({
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_SECRET: 'a secret',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'two cups 2',
  GALLA_PROVIDER_URL: sandbox.url,
  GALLA_MERCHANT_KEY: KEY,
  GALLA_DATABASE: database,
  GALLA_PORT: '0',
})

/** Runs the gateway until `use` has ended. */
async function withGateway(database: string, use: (merchant: string) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const running = { ended: Promise.resolve({ code: 0, out: '', err: '' }) }
  const line = await new Promise<string>((resolve, reject) => {
    running.ended = runCli(['gateway', '--json'], {
      env: environment(database),
      stop: stop.signal,
      out: resolve,
      err: () => {},
    })
    running.ended.then(({ err }) => reject(new Error(err)))
  })
  await use((JSON.parse(line) as { ready: { merchant: string } }).ready.merchant)
  stop.abort()
  await running.ended
}

describe('galla gateway on a PostgreSQL server with TLS', { timeout: 60_000 }, () => {
  it('takes a payment with sslmode=verify-full and the CA of the server, every connection encrypted', async () => {
    const migrated = await runCli(['gateway', 'migrate'], { env: { GALLA_DATABASE: urlOf(VERIFIED()) } })
    expect(migrated).toMatchObject({ code: 0, err: '' })
    await withGateway(urlOf(VERIFIED()), async (merchant) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const cart = { reference: 'cart-7', amount: 49_900, checkout: 'STANDARD', redirectUrl: 'https://shop.example/' }
      const start = { method: 'POST', headers, body: JSON.stringify(cart) }
      const { order } = (await (await fetch(`${merchant}/orders`, start)).json()) as {
        order: { merchantOrderId: string }
      }
      await fetch(`${sandbox.url}/_sandbox/orders/${order.merchantOrderId}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome: 'SUCCESS' }),
      })
      const synced = await fetch(`${merchant}/orders/${order.merchantOrderId}/sync`, { method: 'POST', headers })
      expect(await synced.json()).toMatchObject({ state: 'COMPLETED' })

      const pool = openPool({ connectionString: urlOf(VERIFIED()), max: 1 }, () => {})
      const { rows } = await pool.query(
        'select s.ssl, count(*)::integer > 3 as several from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename = current_user group by s.ssl',
      )
      await pool.end()
      expect(rows).toEqual([{ ssl: true, several: true }])
    })
    const { out } = await runCli(['gateway', '--check'], { env: environment(urlOf(VERIFIED())), fetch })
    expect(out).toMatch(/pass {4}database-tls: It is encrypted, and certificate and host name are verified/)
    expect(out).toMatch(/pass {4}database-role: The role galla owns the schema/)
    expect(out).not.toContain(PASSWORD)
  })

  const REFUSED: readonly [string, () => string, RegExp][] = [
    ['without the CA', () => urlOf('sslmode=verify-full'), /not signed by a CA that this machine knows.*sslrootcert/],
    ['with another CA', () => urlOf(`sslmode=verify-full&sslrootcert=${file('other-ca.pem')}`), /sslrootcert/],
    ['with sslmode=require alone', () => urlOf('sslmode=require'), /sslrootcert/],
    ['by a name that is not in the certificate', () => urlOf(VERIFIED(), '127.0.0.1'), /for another host name/],
    [
      'with a CA file that does not exist',
      () => urlOf(`sslmode=verify-full&sslrootcert=${file('none.pem')}`),
      /file of sslrootcert cannot be read/,
    ],
    ['without TLS', () => urlOf(''), /wants TLS.*sslmode=verify-full/],
    ['with a wrong password', () => urlOf(VERIFIED()).replace(PASSWORD, 'wrong'), /the user or the password is wrong/],
  ]

  it.each(REFUSED)('is refused %s, with the way out', async (_, url, sentence) => {
    for (const command of [['gateway'], ['gateway', 'migrate']]) {
      const env = command.length > 1 ? { GALLA_DATABASE: url() } : environment(url())
      const { code, err } = await runCli(command, { env })
      expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
      expect(err).toMatch(/^galla: GALLA_DATABASE: /m)
      expect(err).not.toContain(PASSWORD)
    }
    const { code, out } = await runCli(['gateway', '--check'], { env: environment(url()), fetch })
    expect([code, out]).toEqual([1, expect.stringMatching(sentence)])
  })

  it('is refused by a server that has no TLS', async () => {
    const plain = createServer((socket) => socket.once('data', () => socket.end('N')))
    await once(plain.listen(0, '127.0.0.1'), 'listening')
    const url = urlOf(VERIFIED()).replace(String(port), String((plain.address() as AddressInfo).port))
    const { code, err } = await runCli(['gateway'], { env: environment(url) })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^galla: GALLA_DATABASE: .*the server has no TLS: set ssl = on/),
    ])
    expect(err.split('\n')).toContain(`  ${ERRORS_URL.galla}#check-database-opens`)
    plain.close()
  })

  it.each(['', 'sslmode=disable', 'sslmode=prefer'])('on another machine is refused with "%s"', async (query) => {
    const { code, err } = await runCli(['gateway'], { env: environment(urlOf(query, 'db.example')) })
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/GALLA_DATABASE is on another machine, db\.example, so it needs TLS/),
    ])
  })
})
