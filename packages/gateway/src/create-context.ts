import { createCallbacks } from '@galla/sdk'
import { type GatewayContext, SYSTEM_AFTER, SYSTEM_CLOCK } from './context.ts'
import { databaseWarning } from './database-option.ts'
import { DEFAULT_ORDER_ID_PREFIX } from './domain/orders/order-ids.ts'
import type { Policy } from './domain/policy.ts'
import { asOption } from './errors.ts'
import { logSteps } from './migrate-database.ts'
import { callLog } from './observability/call-log.ts'
import { createEvents } from './observability/live-events.ts'
import { neverThrowing } from './observability/log.ts'
import { gatewayMetrics, type Metrics } from './observability/metrics.ts'
import { NO_TRACING } from './observability/tracing.ts'
import { type GatewaySettings, normalizeOptions, SILENT_LOG } from './options.ts'
import { type InstrumentedProvider, instrumentProvider } from './provider/instrumentation.ts'
import { limitStatusReads } from './provider/limit-status-reads.ts'
import { openClient } from './provider/open-client.ts'
import { type PayerTokens, payerTokens } from './routes/payer/payer-token.ts'
import { createDeliveryRuns } from './services/events/delivery-runs.ts'
import { registerSubscriptions } from './services/events/subscriptions.ts'
import { importQueue } from './services/finance/imported-files.ts'
import { watchRestores } from './services/restores.ts'
import { tokensIn } from './storage/access/tokens.ts'
import { consoleReads } from './storage/console-reads.ts'
import { createDatabase, type Database, databaseTime } from './storage/database.ts'
import { liveChannel } from './storage/live-channel.ts'
import { claimDatabase } from './storage/meta.ts'
import { checkSchema, migrate } from './storage/migrate.ts'
import { orderBatches } from './storage/orders/order-batches.ts'
import {
  type OpenedDatabase,
  openDatabase,
  openMigrationPool,
  openPools,
  type Pools,
  RESTART_MS,
  renewHandlerConnection,
  waitUntilReady,
} from './storage/pool.ts'
import { refuseTransactionPooler } from './storage/pooler.ts'
import { openDataKeys } from './storage/privacy/data-key-registry.ts'
import { dataKeys } from './storage/privacy/data-keys.ts'
import { createDigest, createEncryption } from './storage/privacy/encryption.ts'
import { partsOf } from './subscriptions-option.ts'
import { databaseClock } from './workers/database-clock.ts'
import { createHeartbeat } from './workers/heartbeat.ts'
import { runPendingJobs } from './workers/jobs.ts'
import { createLifecycle, type Lifecycle } from './workers/lifecycle.ts'
import { pauseClock } from './workers/pause-clock.ts'
import { watchDataKeys } from './workers/privacy/data-key-watch.ts'
import { createWakes } from './workers/wakes.ts'
import { startWorkLoops, type Workers } from './workers/work-loop.ts'

export interface GatewayRuntime {
  readonly context: GatewayContext
  readonly tokens: PayerTokens
  readonly metrics: Metrics
  readonly telemetry: InstrumentedProvider['telemetry']
  readonly lifecycle: Lifecycle
  /** Starts the workers; a second call changes nothing, unless the first has failed. */
  start(): Promise<void>
  /** Runs all jobs until nothing is due. */
  runPendingJobs(): Promise<void>
  /** Finishes what is in progress, then closes the database. */
  stop(): Promise<void>
}

/** The composition root: connects to the database and makes everything the gateway needs. What was opened is closed when a later step fails. */
export async function createContext(options: GatewaySettings): Promise<GatewayRuntime> {
  const policy = normalizeOptions(options)
  const log = neverThrowing(options.log ?? SILENT_LOG)
  const settings = { ...options, log }
  const warning = databaseWarning(settings.database)
  if (warning !== undefined) log.warn({}, warning)
  const server = await openDatabase(settings.database)
  const lost = (error: Error) => log.warn({ error: error.message }, 'A connection to the database was lost')
  const pools = openPools(server.config, policy.handlerLimitMs, lost, settings.clock ? 'given' : 'database')
  try {
    await prepareSchema(settings, { server, pools }, lost)
    return await composeRuntime(settings, policy, { pools, server })
  } catch (error) {
    await endPools(pools)
    await server.close()
    throw error
  }
}

/** On connections of its own, which are closed again: a migration may take longer than any other statement. */
async function prepareSchema(
  { migrate: mayMigrate = true, log = SILENT_LOG }: GatewaySettings,
  { server, pools }: OpenedParts,
  lost: (error: Error) => void,
): Promise<void> {
  const pool = openMigrationPool(server.config, lost)
  try {
    await waitUntilReady(pool, { awayMs: RESTART_MS })
    await refuseTransactionPooler(pools.main, pools.handlers)
    await (mayMigrate ? migrate(pool, { onStep: logSteps(log) }) : checkSchema(pool))
  } finally {
    await pool.end()
  }
}

async function endPools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: Pools['main']) => pool.end()))
}

/** The database's clock. A clock that is given counts as it is. */
async function openClock(
  { clock, log = SILENT_LOG }: GatewaySettings,
  database: Database,
): Promise<Pick<GatewayContext, 'clock' | 'clockOffsetMs'> & { readonly keepMeasuring: () => () => void }> {
  // Times are stored as whole milliseconds.
  if (clock) {
    return { clock: { now: () => Math.floor(clock.now()) }, clockOffsetMs: () => 0, keepMeasuring: () => () => {} }
  }
  const ask = () => databaseTime(database)
  const ours = databaseClock({ local: SYSTEM_CLOCK, monotonicMs: () => performance.now(), ask, log })
  await ours.measure()
  return { clock: ours, clockOffsetMs: ours.offsetMs, keepMeasuring: ours.keepMeasuring }
}

interface OpenedParts {
  readonly pools: Pools
  readonly server: OpenedDatabase
}

async function composeRuntime(settings: GatewaySettings, policy: Policy, opened: OpenedParts): Promise<GatewayRuntime> {
  const { environment, clientId, clientSecret, callbackCredentials } = settings
  const { log = SILENT_LOG, tracing = NO_TRACING } = settings
  const { pools, server } = opened
  const keys = dataKeys(settings.dataKeys ?? [])
  if (environment === 'PRODUCTION' && keys.encryptsWith === undefined)
    log.warn({}, 'Personal data is stored without encryption: set dataKeys (GALLA_DATA_KEYS)')
  const database = createDatabase(pools.main, keys)
  const { clock, clockOffsetMs, keepMeasuring } = await openClock(settings, database)
  await claimDatabase(database, { environment, clientId })
  await openDataKeys(database, settings.dataKeysLost)
  const tokenStore = tokensIn(database, createEncryption(clientSecret, 'provider token'))
  const { client, close: closeClient } = asOption('client', () => openClient(settings, tokenStore))
  const channelName = `galla_${createDigest(clientSecret, 'live channel')(clientId)}`
  const channel = liveChannel(database, server.config, channelName)
  const events = createEvents(channel)
  const reads = consoleReads(createDatabase(pools.reads, keys))
  const metrics = gatewayMetrics({ clock, events, policy })
  const calls = callLog({ database, events }, metrics)
  const {
    provider,
    telemetry,
    stop: stopInstrumentation,
  } = instrumentProvider(client, clock.now, calls.write, tracing.calls)
  const tokens = payerTokens(clientSecret)
  const wakes = createWakes({ clock, after: SYSTEM_AFTER })
  const lifecycle = createLifecycle()
  const keyWatch = watchDataKeys({ database, lifecycle, log })
  const monotonicMs = pauseClock(SYSTEM_CLOCK, () => performance.now())
  const restores = watchRestores({ database, clock, monotonicMs, log })
  pools.main.on('connect', restores.forget)
  await restores.restoredAtMs()
  const context: GatewayContext = {
    database,
    orderBatches: orderBatches(database, () => clock.now()),
    callbackDatabase: createDatabase(pools.callbacks, keys),
    handlerDatabase: createDatabase(pools.handlers, keys, renewHandlerConnection(server.config, policy.handlerLimitMs)),
    reads,
    environment,
    provider,
    jobProvider: limitStatusReads(provider),
    verifier:
      callbackCredentials === undefined
        ? client.callbacks
        : asOption('callbackCredentials', () => createCallbacks(callbackCredentials)),
    billing: partsOf(settings.subscriptions)?.billing,
    policy,
    refundControls: settings.refundControls ?? {},
    clock,
    clockOffsetMs,
    handlers: settings.on ?? {},
    notifiers: settings.notifiers ?? [],
    accountNotifier: settings.console?.accountNotifier,
    deliveryRuns: createDeliveryRuns(),
    monotonicMs,
    events,
    missingDataKeys: keyWatch.missing,
    imports: importQueue(),
    restores,
    log,
    countAttempt: metrics.countAttempt,
    tracing,
    wake: wakes.wake,
    closing: lifecycle.closing,
    after: SYSTEM_AFTER,
    orderIdPrefix: settings.orderIdPrefix ?? DEFAULT_ORDER_ID_PREFIX,
    signPayer: tokens.sign,
    signSubscription: tokens.signSubscription,
    digest: createDigest(clientSecret, 'fingerprint'),
    payerDigest: tokens.digest,
  }

  await registerSubscriptions(context)
  const stopMeasuring = keepMeasuring()
  const stopWatchingKeys = keyWatch.keepWatching()

  /** The jobs share the limit of status reads, whichever way a job is run. */
  const jobContext = { ...context, provider: context.jobProvider }

  const heartbeat = createHeartbeat(context)
  const end = async (workers: Workers | undefined) => {
    await workers?.stop()
    await heartbeat.stop()
    stopMeasuring()
    stopWatchingKeys()
    stopInstrumentation()
    await closeClient()
    metrics.stop()
    await calls.flush()
    await channel.close()
    await endPools(pools)
    await server.close()
  }
  let working: Promise<Workers> | undefined
  let ended: Promise<void> | undefined

  return {
    context,
    tokens,
    metrics,
    telemetry,
    lifecycle,
    async start() {
      working ??= heartbeat
        .begin()
        .then(() => startWorkLoops(jobContext, wakes))
        .catch((error: unknown) => {
          // A later call tries again.
          working = undefined
          throw error
        })
      await working
    },
    runPendingJobs: () =>
      lifecycle.during(async () => {
        // The process has work in progress between two calls as well, such as a lease: it counts as running until it stops.
        await heartbeat.begin()
        await runPendingJobs(jobContext)
      }),
    stop() {
      if (!ended) {
        const finished = lifecycle.close()
        wakes.close()
        // The caller of start() got its error; here only the rest is closed.
        ended = Promise.all([working?.catch(() => undefined), finished]).then(([workers]) => end(workers))
      }
      return ended
    },
  }
}
