import { createCallbacks } from '@galla/sdk'
import type { Pool } from 'pg'
import type { Policy } from './books/policy.ts'
import { SYSTEM_CLOCK } from './clock.ts'
import { createEvents } from './events.ts'
import { callLog } from './observe/call-log.ts'
import { gatewayMetrics, type Metrics } from './observe/metrics.ts'
import { type Watched, watchProvider } from './observe/watch-provider.ts'
import { type OpenHours, openHours } from './open-hours.ts'
import { type PayerTokens, payerTokens } from './payer-api/order-token.ts'
import type { CallbackVerifier, ProviderPort } from './provider-port.ts'
import type { Rooms } from './rooms.ts'
import { checkSettings, type GatewaySettings, SILENT } from './settings.ts'
import { booksOn } from './storage/books.ts'
import { liveChannel } from './storage/live-channel.ts'
import { migrate } from './storage/migrate.ts'
import { type OpenedDatabase, openDatabase } from './storage/open-database.ts'
import { claimBooks } from './storage/owner.ts'
import { openJobPool, openPool } from './storage/pool.ts'
import { sealWith } from './storage/sealed.ts'
import { tokensIn } from './storage/tokens.ts'
import { untilAwake } from './storage/until-awake.ts'
import { startWorking } from './work/runner.ts'
import { createScheduler } from './work/scheduler.ts'

export interface Assembled {
  readonly rooms: Rooms
  readonly tokens: PayerTokens
  readonly metrics: Metrics
  readonly telemetry: Watched['telemetry']
  readonly hours: OpenHours
  /** Begins to work; twice is once. */
  start(): Promise<void>
  /** Finishes what was begun, then lets go of the database. */
  stop(): Promise<void>
}

/** Opens the books and puts the rooms together; what was opened is closed again when something after it fails. */
export async function assemble(settings: GatewaySettings): Promise<Assembled> {
  const policy = checkSettings(settings)
  const { log = SILENT } = settings
  const database = await openDatabase(settings.database)
  const lost = (error: Error) => log.warn({ error: error.message }, 'A connection to the database was lost')
  const pool = openPool(database.config, lost)
  try {
    return await furnish(settings, policy, { pool, database, lost })
  } catch (error) {
    await pool.end()
    await database.close()
    throw error
  }
}

interface Opened {
  readonly pool: Pool
  readonly database: OpenedDatabase
  readonly lost: (error: Error) => void
}

async function furnish(settings: GatewaySettings, policy: Policy, opened: Opened): Promise<Assembled> {
  const { environment, clientId, clientSecret, clock = SYSTEM_CLOCK, log = SILENT } = settings
  const { pool, database, lost } = opened
  const books = booksOn(pool)
  await untilAwake(pool)
  await migrate(pool)
  await claimBooks(books, { environment, clientId })
  const tokenStore = tokensIn(books, sealWith(clientSecret, 'provider token'))
  const client: ProviderPort = typeof settings.client === 'function' ? settings.client({ tokenStore }) : settings.client
  const verifier = verifierOf(settings, client)
  const channel = liveChannel(books, database.config)
  const events = createEvents(channel)
  const metrics = gatewayMetrics({ books, clock, events })
  const calls = callLog({ books, clock, events }, metrics)
  const { provider, telemetry, stop: unwatch } = watchProvider(client, clock.now, calls.write)
  const tokens = payerTokens(clientSecret)
  const scheduler = createScheduler({ books, clock, log })
  const hours = openHours()
  const rooms: Rooms = {
    books,
    provider,
    verifier,
    policy,
    clock,
    handlers: settings.on ?? {},
    notifiers: settings.notifiers ?? [],
    events,
    log,
    wake: scheduler.wake,
    closing: hours.closing,
    signPayer: tokens.sign,
  }

  const begin = async () => {
    const jobs = openJobPool(database.config, lost)
    const working = await startWorking(rooms, jobs, scheduler)
    return { working, jobs }
  }
  const end = async (running: Awaited<ReturnType<typeof begin>> | undefined) => {
    await running?.working.stop()
    await running?.jobs.end()
    unwatch()
    metrics.stop()
    await scheduler.close()
    await calls.flush()
    await channel.close()
    await books.close()
    await database.close()
  }
  let working: ReturnType<typeof begin> | undefined
  let ended: Promise<void> | undefined

  return {
    rooms,
    tokens,
    metrics,
    telemetry,
    hours,
    async start() {
      working ??= begin()
      await working
    },
    stop() {
      // A start that failed is the caller's already; what it opened is let go of with the rest.
      ended ??= Promise.all([working?.catch(() => undefined), hours.close()]).then(([running]) => end(running))
      return ended
    },
  }
}

function verifierOf({ callbacks }: GatewaySettings, provider: ProviderPort): CallbackVerifier {
  return callbacks ? createCallbacks(callbacks.credentials) : provider.callbacks
}
