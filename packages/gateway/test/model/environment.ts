import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { PostgresConnection } from '@galla/postgres'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Pool } from 'pg'
import { freeLeases } from '../helpers/free-leases.ts'
import { CALLBACK_URL, SECRET } from '../helpers/test-gateway.ts'
import { createNetwork, type Network } from './network.ts'
import { PROGRAMS, type Process, type ProcessParts, type ProgramName, startProcess, terminate } from './processes.ts'
import { below, createRandom, fork, pick, type Random } from './random.ts'
import { createTrace, type Trace } from './trace.ts'

/** An order that a caller got an answer about. */
export interface KnownOrder {
  readonly merchantOrderId: string
  readonly reference: string
  readonly amount: number
  readonly checkout: StartOrder['checkout'] | 'LINK'
  /** The page that the payer got. Without a page nobody can pay. */
  page?: string | undefined
}

/** Everything of one run. */
export interface TestEnvironment {
  readonly sandbox: Sandbox
  readonly network: Network
  readonly pool: Pool
  readonly trace: Trace
  readonly random: Random
  readonly processes: Process[]
  readonly orders: Map<string, KnownOrder>
  /** Amounts by the id of each refund that was acknowledged. */
  readonly refunds: Map<string, number>
  /** Bodies of the callbacks that the gateway answered with 2xx. */
  readonly acknowledged: Set<string>
  readonly mailed: Set<string>
  readonly violations: string[]
  counter: number
  kills: number
  /** Moves the clock. One move at a time. */
  advance(ms: number): Promise<void>
  /** Starts a process; `killIn` kills it at that step. */
  start(program: ProgramName, killIn?: number): Promise<Process | undefined>
  /** Buries dead processes, frees what they had leased, and keeps at least two processes running. */
  tidy(options?: { kill: boolean }): Promise<void>
  close(): Promise<void>
}

const RECEIVED_TABLE = `create table if not exists received ("deliveryId" text not null, "event" text not null, "subject" text not null, "reference" text not null)`

export async function createEnvironment(database: PostgresConnection, seed: number): Promise<TestEnvironment> {
  const random = createRandom(seed)
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  await pool.query(RECEIVED_TABLE)
  const acknowledged = new Set<string>()
  const processes: Process[] = []
  const inbox = fork(random)
  const sandbox = createSandbox({
    seed: String(seed),
    clock: { frozen: true, startMs: Date.now() },
    tokenLifeSec: 315_360_000,
    journalLimit: 50_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    async deliver(url, init) {
      const alive = processes.filter(({ life }) => !life.isDead)
      if (alive.length === 0 || inbox() < 0.05) throw new Error('no process listens')
      const { gateway, life } = pick(inbox, alive)
      const died = life.died.then(() => {
        throw new Error('the connection was lost')
      })
      const response = await Promise.race([gateway.fetch(new Request(url, init)), died])
      if (response.ok) acknowledged.add(init.body)
      return response
    },
  })
  const trace = createTrace(sandbox.clock.now)
  let moving: Promise<unknown> = Promise.resolve()
  const advance = (ms: number): Promise<void> => {
    const move = moving.then(() => sandbox.clock.advance(ms))
    moving = move
    return move
  }
  const network = createNetwork({ sandbox, trace, passTime: () => advance(30_000) })
  const parts: ProcessParts = { database, sandbox, network, trace, pool, random: fork(random), mailed: new Set() }
  const burials = new Map<Process, Promise<void>>()

  const environment: TestEnvironment = {
    sandbox,
    network,
    pool,
    trace,
    random,
    processes,
    orders: new Map(),
    refunds: new Map(),
    acknowledged,
    mailed: parts.mailed,
    violations: [],
    counter: 0,
    kills: 0,
    advance,
    async start(program, killIn) {
      const process = await startProcess(parts, program, killIn)
      if (!process) {
        environment.kills += 1
        return undefined
      }
      processes.push(process)
      void process.life.died.then(() => {
        trace.add(`${process.life.name} was killed`)
        environment.kills += 1
        // At once: its open transaction would keep its locks.
        burials.set(process, terminate(pool, process.life))
      })
      return process
    },
    async tidy({ kill } = { kill: true }) {
      const dead = processes.filter(({ life }) => life.isDead)
      for (const one of dead) {
        await burials.get(one)
        processes.splice(processes.indexOf(one), 1)
      }
      await freeLeases(pool)
      while (processes.length < 2) {
        const killIn = kill && random() < 0.15 ? below(random, 30) : undefined
        const names = Object.keys(PROGRAMS) as ProgramName[]
        await environment.start(
          processes.some(({ program }) => program === 'shop') ? pick(random, names) : 'shop',
          killIn,
        )
      }
    },
    async close() {
      await Promise.all(processes.map(({ gateway, life }) => (life.isDead ? undefined : gateway.stop())))
      await sandbox.close()
      await pool.end()
    },
  }
  return environment
}
