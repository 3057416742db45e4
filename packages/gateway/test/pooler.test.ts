import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../src/migrate-database.ts'
import { refuseTransactionPooler } from '../src/storage/pooler.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const isInstalled = hasPgbouncer()
const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

function hasPgbouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.push(async () => server.close())
  return (server.address() as AddressInfo).port
}

/** PgBouncer in front of the database. It runs as another user than root, so it reaches the socket of the server through a relay. */
async function startPooler({ host, port, database, user }: PoolConfig, mode: string): Promise<PoolConfig> {
  const relay = createServer((client) => {
    const server = connect(`${host}/.s.PGSQL.${port}`)
    client.on('error', () => server.destroy()).pipe(server)
    server.on('error', () => client.destroy()).pipe(client)
  })
  const relayPort = await listen(relay)
  const free = createServer()
  const ownPort = await listen(free)
  free.close()
  const folder = await mkdtemp(join(tmpdir(), 'galla-pooler-'))
  await chmod(folder, 0o755)
  opened.push(() => rm(folder, { recursive: true }))
  const lines = [
    '[databases]',
    `${database} = host=127.0.0.1 port=${relayPort} user=${user}`,
    '[pgbouncer]',
    `listen_addr=127.0.0.1\nlisten_port=${ownPort}\nunix_socket_dir=\nauth_type=any\npool_mode=${mode}\ndefault_pool_size=30`,
  ]
  await writeFile(join(folder, 'pooler.ini'), lines.join('\n'), { mode: 0o644 })
  const isRoot = process.geteuid?.() === 0
  const pooler: ChildProcess = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pooler.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(pooler, 'exit')
  opened.push(() => {
    pooler.kill('SIGKILL')
    return exited
  })
  let log = ''
  for await (const text of pooler.stderr ?? []) {
    log += text
    if (/process up|FATAL/.test(log)) break
  }
  return { host: '127.0.0.1', port: ownPort, database, user, ssl: false }
}

describe.skipIf(!isInstalled)('PgBouncer (skipped without it: apt-get install pgbouncer)', () => {
  it('that pools by transaction is refused, by the gateway and by a migration', async () => {
    const testGateway = await createTestGateway()
    const database = await startPooler(testGateway.settings.database as PoolConfig, 'transaction')
    await expect(testGateway.replica({ database })).rejects.toThrow('pool_mode = session')
    await expect(migrateDatabase({ database })).rejects.toThrow('pool_mode = session')
  })

  it('that pools by session serves the gateway', async () => {
    const testGateway = await createTestGateway()
    const database = await startPooler(testGateway.settings.database as PoolConfig, 'session')
    const gateway = await testGateway.replica({ database })
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    expect(await gateway.orders.sync('one')).toMatchObject({ state: 'COMPLETED' })
    await gateway.stop()
  })
})

describe('server connections in turn', () => {
  /** A pool of clients whose statements are answered by a server process of `processOf`. */
  const poolOf = (processOf: () => number) => ({
    connect: (async () => ({
      query: async () => ({ rows: [{ pid: processOf() }] }),
      release() {},
    })) as unknown as Pool['connect'] & (() => Promise<PoolClient>),
  })

  it.each([1, 2, 3, 4])('of %s servers, given out by transaction, are refused', async (servers) => {
    let statements = 0
    const pool = poolOf(() => statements++ % servers)
    await expect(refuseTransactionPooler(pool, pool)).rejects.toThrow('pool_mode = session')
  })

  it('are accepted when each client has its own', async () => {
    await expect(
      refuseTransactionPooler(
        poolOf(() => 1),
        poolOf(() => 2),
      ),
    ).resolves.toBeUndefined()
  })
})
