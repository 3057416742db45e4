import type { SandboxOptions } from '@galla/sandbox'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { Pool } from 'pg'
import { afterEach } from 'vitest'
import { createGateway, type Gateway, type GatewaySettings } from '../../src/index.ts'
import { callbackDigest } from '../../src/services/callbacks/receive-callback.ts'
import { createDigest } from '../../src/storage/privacy/encryption.ts'
import { type DatabasesOptions, setupDatabases } from './template-databases.ts'

export const SECRET = { username: 'shop', password: 'kettle-and-cups' }
export const CALLBACK_URL = 'http://shop.localhost/callbacks'
export const CLIENT = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret of the stall' } as const
export const AMOUNT = inr('499')
export const REDIRECT_URL = 'https://shop.example/thanks'

/** Returns the digest that the inbox stores of a callback's body. */
export const digestOfCallback = (body: string | Uint8Array): string =>
  callbackDigest({ digest: createDigest(CLIENT.clientSecret, 'fingerprint') }, body)

export interface TestGateway {
  readonly sandbox: Sandbox
  readonly gateway: Gateway
  /** The settings that it was created with. */
  readonly settings: GatewaySettings
  /** A second gateway instance on the same database and the same provider. */
  replica(settings?: Partial<GatewaySettings>): Promise<Gateway>
  /** Advances the shared clock by `ms`, then runs the jobs that are due. */
  advance(ms: number): Promise<void>
  /** Delivers the provider's pending callbacks, then runs the jobs that are due. */
  drainJobs(): Promise<void>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

type ProviderFetch = Sandbox['fetch']

export interface TestGatewayOptions {
  /** Wraps the `fetch` with which the gateway calls the provider. */
  wrapProvider?: (provider: ProviderFetch) => ProviderFetch
  sandbox?: SandboxOptions
  gateway?: Partial<GatewaySettings>
}

/** Returns a function that creates test gateways; each one is closed after its test. */
export function setupTestGateways(databases: DatabasesOptions = {}) {
  const opened: (() => Promise<void>)[] = []
  const { createTestDatabase, release } = setupDatabases(databases)
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })
  return async (options: TestGatewayOptions = {}): Promise<TestGateway> => {
    const database = await createTestDatabase()
    const created = await createTestGateway(database, options)
    opened.push(async () => {
      await created.close()
      await release(database)
    })
    return created
  }
}

export const CART = { reference: 'cart-7', amount: AMOUNT, checkout: 'STANDARD', redirectUrl: REDIRECT_URL } as const

/** A sandbox with a frozen clock and a gateway on the same clock; callbacks are passed directly, without a socket. */
async function createTestGateway(database: object, options: TestGatewayOptions = {}): Promise<TestGateway> {
  let receiver: Gateway | undefined
  const sandbox = createSandbox({
    // The SDK client reads the system clock, not this one: tokens must outlive every test.
    clock: { frozen: true, startMs: Date.now() },
    tokenLifeSec: 315_360_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    deliver: (url, init) => {
      if (!receiver) throw new Error('the gateway is not created yet')
      return receiver.fetch(new Request(url, init))
    },
    sleep: async () => {},
    ...options.sandbox,
  })
  const providerFetch = options.wrapProvider?.(sandbox.fetch) ?? sandbox.fetch
  const settings: GatewaySettings = {
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: providerFetch, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database,
    ...options.gateway,
  }
  const createReplica = (overrides: Partial<GatewaySettings> = {}) => createGateway({ ...settings, ...overrides })
  const gateway = await createReplica()
  receiver = gateway
  const replicas: Gateway[] = []
  // Ignore connection errors when the database is stopped.
  const pool = new Pool({ ...database, max: 2 }).on('error', () => {})

  return {
    sandbox,
    gateway,
    settings,
    async replica(overrides) {
      const other = await createReplica(overrides)
      replicas.push(other)
      return other
    },
    async advance(ms) {
      await sandbox.clock.advance(ms)
      await gateway.runPendingJobs()
    },
    async drainJobs() {
      await sandbox.idle()
      await gateway.runPendingJobs()
    },
    async rows(text, values = []) {
      return (await pool.query(text, values)).rows
    },
    async close() {
      await pool.end()
      await Promise.all(replicas.map((other) => other.stop()))
      await gateway.stop()
      await sandbox.close()
    },
  }
}
