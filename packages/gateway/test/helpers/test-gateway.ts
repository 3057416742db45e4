import type { SandboxOptions } from '@galla/sandbox'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { Pool } from 'pg'
import { afterEach } from 'vitest'
import { createGateway, type Gateway, type GatewaySettings } from '../../src/index.ts'
import { databases } from './database.ts'

export const SECRET = { username: 'shop', password: 'kettle-and-cups' }
export const CALLBACK_URL = 'http://shop.localhost/callbacks'
export const CLIENT = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret of the stall' } as const
export const AMOUNT = inr('499')
export const REDIRECT_URL = 'https://shop.example/thanks'

export interface TestGateway {
  readonly sandbox: Sandbox
  readonly gateway: Gateway
  /** What it was opened with. */
  readonly settings: GatewaySettings
  /** Another process would look like this: same database, same provider. */
  replica(settings?: Partial<GatewaySettings>): Promise<Gateway>
  /** Time goes on for provider and books; then the database do what is due. */
  advance(ms: number): Promise<void>
  /** The provider's callbacks go out and are folded. */
  processAll(): Promise<void>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

type Wire = Sandbox['fetch']

export interface TestGatewayOptions {
  /** Stands between the database and the provider. */
  wire?: (provider: Wire) => Wire
  sandbox?: SandboxOptions
  gateway?: Partial<GatewaySettings>
}

/** Worlds of one test file; each test's are closed at its end. */
export function testGateways() {
  const open: TestGateway[] = []
  const { fresh } = databases()
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  return async (options: TestGatewayOptions = {}): Promise<TestGateway> => {
    const made = await testGateway(await fresh(), options)
    open.push(made)
    return made
  }
}

export const CART = { reference: 'cart-7', amount: AMOUNT, checkout: 'STANDARD', redirectUrl: REDIRECT_URL } as const

/** A provider with a clock that stands still, and books that read the same clock; callbacks arrive without a socket. */
async function testGateway(database: object, options: TestGatewayOptions = {}): Promise<TestGateway> {
  let receiver: Gateway | undefined
  const sandbox = createSandbox({
    // The client reads the machine's clock, not this one: tokens outlive every test.
    clock: { frozen: true, startMs: Date.now() },
    tokenLifeSec: 315_360_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    deliver: (url, init) => {
      if (!receiver) throw new Error('nobody is there yet')
      return receiver.fetch(new Request(url, init))
    },
    sleep: async () => {},
    ...options.sandbox,
  })
  const wire = options.wire?.(sandbox.fetch) ?? sandbox.fetch
  const settings: GatewaySettings = {
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: wire, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database,
    ...options.gateway,
  }
  const replica = (more: Partial<GatewaySettings> = {}) => createGateway({ ...settings, ...more })
  const gateway = await replica()
  receiver = gateway
  const others: Gateway[] = []
  // A connection that is cut when its database goes away is nobody's trouble.
  const pool = new Pool({ ...database, max: 2 }).on('error', () => {})

  return {
    sandbox,
    gateway,
    settings,
    async replica(more) {
      const other = await replica(more)
      others.push(other)
      return other
    },
    async advance(ms) {
      await sandbox.clock.advance(ms)
      await gateway.runPendingJobs()
    },
    async processAll() {
      await sandbox.idle()
      await gateway.runPendingJobs()
    },
    async rows(text, values = []) {
      return (await pool.query(text, values)).rows
    },
    async close() {
      await pool.end()
      await Promise.all(others.map((other) => other.stop()))
      await gateway.stop()
      await sandbox.close()
    },
  }
}
