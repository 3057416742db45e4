import { createCallbacks } from '@galla/sdk'
import { type GatewayContext, SYSTEM_CLOCK } from './context.ts'
import type { Policy } from './domain/order.ts'
import { logSteps } from './migrate-database.ts'
import { callLog } from './observability/call-log.ts'
import { createEvents } from './observability/live-events.ts'
import { gatewayMetrics, type Metrics } from './observability/metrics.ts'
import { type GatewaySettings, normalizeOptions, SILENT_LOG } from './options.ts'
import { type InstrumentedProvider, instrumentProvider } from './provider/instrumentation.ts'
import { openClient } from './provider/open-client.ts'
import { type PayerTokens, payerTokens } from './routes/payer/payer-token.ts'
import { createDatabase } from './storage/database.ts'
import { liveChannel } from './storage/live-channel.ts'
import { claimDatabase } from './storage/meta.ts'
import { checkSchema, migrate } from './storage/migrate.ts'
import {
  type OpenedDatabase,
  openDatabase,
  openJobPool,
  openMigrationPool,
  openPools,
  type Pools,
  waitUntilReady,
} from './storage/pool.ts'
import { createDigest, createEncryption, tokensIn } from './storage/tokens.ts'
import { createLifecycle, type Lifecycle } from './workers/lifecycle.ts'
import { startWorkers } from './workers/runner.ts'
import { createScheduler } from './workers/scheduler.ts'

export interface GatewayRuntime {
  readonly context: GatewayContext
  readonly tokens: PayerTokens
  readonly metrics: Metrics
  readonly telemetry: InstrumentedProvider['telemetry']
  readonly lifecycle: Lifecycle
  /** Starts the workers; a second call changes nothing. */
  start(): Promise<void>
  /** Finishes what is in progress, then closes the database. */
  stop(): Promise<void>
}

/** The composition root: connects to the database and makes everything the gateway needs. What was opened is closed when a later step fails. */
export async function createContext(settings: GatewaySettings): Promise<GatewayRuntime> {
  const policy = normalizeOptions(settings)
  const { log = SILENT_LOG } = settings
  const server = await openDatabase(settings.database)
  const lost = (error: Error) => log.warn({ error: error.message }, 'A connection to the database was lost')
  const pools = openPools(server.config, policy.handlerLimitMs, lost)
  try {
    await prepareSchema(settings, server, lost)
    return await composeRuntime(settings, policy, { pools, server, lost })
  } catch (error) {
    await endPools(pools)
    await server.close()
    throw error
  }
}

/** On connections of its own, which are closed again: a migration may take longer than any other statement. */
async function prepareSchema(
  { migrate: mayMigrate = true, log = SILENT_LOG }: GatewaySettings,
  { config }: OpenedDatabase,
  lost: (error: Error) => void,
): Promise<void> {
  const pool = openMigrationPool(config, lost)
  try {
    await waitUntilReady(pool)
    await (mayMigrate ? migrate(pool, { onStep: logSteps(log) }) : checkSchema(pool))
  } finally {
    await pool.end()
  }
}

async function endPools({ main, callbacks, handlers }: Pools): Promise<void> {
  await Promise.all([main.end(), callbacks.end(), handlers.end()])
}

interface OpenedParts {
  readonly pools: Pools
  readonly server: OpenedDatabase
  readonly lost: (error: Error) => void
}

async function composeRuntime(settings: GatewaySettings, policy: Policy, opened: OpenedParts): Promise<GatewayRuntime> {
  const { environment, clientId, clientSecret, callbackCredentials } = settings
  const { clock = SYSTEM_CLOCK, log = SILENT_LOG } = settings
  const { pools, server, lost } = opened
  const database = createDatabase(pools.main)
  await claimDatabase(database, { environment, clientId })
  const tokenStore = tokensIn(database, createEncryption(clientSecret, 'provider token'))
  const { client, close: closeClient } = openClient(settings, tokenStore)
  const channel = liveChannel(database, server.config)
  const events = createEvents(channel)
  const metrics = gatewayMetrics({ database, clock, events })
  const calls = callLog({ database, events }, metrics)
  const { provider, telemetry, stop: stopInstrumentation } = instrumentProvider(client, clock.now, calls.write)
  const tokens = payerTokens(clientSecret)
  const scheduler = createScheduler({ database, clock, log })
  const lifecycle = createLifecycle()
  const context: GatewayContext = {
    database,
    callbackDatabase: createDatabase(pools.callbacks),
    handlerDatabase: createDatabase(pools.handlers),
    provider,
    verifier: callbackCredentials === undefined ? client.callbacks : createCallbacks(callbackCredentials),
    policy,
    clock,
    monotonicMs: () => performance.now(),
    handlers: settings.on ?? {},
    notifiers: settings.notifiers ?? [],
    events,
    log,
    wake: scheduler.wake,
    closing: lifecycle.closing,
    signPayer: tokens.sign,
    digest: createDigest(clientSecret, 'fingerprint'),
    monotonic: () => performance.now(),
    payerDigest: tokens.digest,
  }

  const begin = async () => {
    const jobs = openJobPool(server.config, lost)
    try {
      return { working: await startWorkers(context, jobs, scheduler), jobs }
    } catch (error) {
      await jobs.end()
      throw error
    }
  }
  const end = async (running: Awaited<ReturnType<typeof begin>> | undefined) => {
    await running?.working.stop()
    await running?.jobs.end()
    stopInstrumentation()
    await closeClient()
    metrics.stop()
    await scheduler.close()
    await calls.flush()
    await channel.close()
    await endPools(pools)
    await server.close()
  }
  let working: ReturnType<typeof begin> | undefined
  let ended: Promise<void> | undefined

  return {
    context,
    tokens,
    metrics,
    telemetry,
    lifecycle,
    async start() {
      working ??= begin().catch((error: unknown) => {
        // A later call tries again.
        working = undefined
        throw error
      })
      await working
    },
    stop() {
      // The caller of start() got its error; here only the rest is closed.
      ended ??= Promise.all([working?.catch(() => undefined), lifecycle.close()]).then(([running]) => end(running))
      return ended
    },
  }
}
