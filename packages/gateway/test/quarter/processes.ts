import type { PostgresConnection } from '@galla/postgres'
import type { Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import type { Pool } from 'pg'
import { createGateway, type Gateway, type GatewaySettings } from '../../src/index.ts'
import { freeLeases } from '../helpers/free-leases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { clientOf, createLife, type Life } from '../model/life.ts'
import { terminate } from '../model/processes.ts'
import { below, fork, pick, type Random } from '../model/random.ts'

interface Process {
  readonly life: Life
  readonly gateway: Gateway
  /** Resolves when the connections of the killed process have ended. */
  readonly buried: Promise<void>
}

/** Gateway processes of a shop, two at a time, that are killed between any two calls of the database and the provider. */
export interface Processes {
  readonly kills: number
  /** A living process: the caller's work may not return when the process is killed. */
  pick(): Process
  /** One process is killed within so many calls. */
  killWithin(calls: number): void
  /** One process is killed at the so-manieth call: before the call leaves, or after it is done and before its result arrives. */
  killAt(call: number, when: 'before' | 'after'): void
  /** No process is to be killed any more. */
  spare(): void
  /** Runs work on one process after the other, first on the one that is to be killed, until one survives it. */
  until<Result>(work: (gateway: Gateway) => Promise<Result>): Promise<Result>
  /** Runs work on all processes at once, until all survive it. */
  everywhere(work: (gateway: Gateway) => Promise<unknown>): Promise<void>
  /** Ends the connections of the dead, frees what they had leased, and starts others. Call it while nobody works. */
  replaceDead(): Promise<void>
  close(): Promise<void>
}

export interface ProcessesParts {
  readonly database: PostgresConnection
  readonly sandbox: Sandbox
  readonly pool: Pool
  readonly random: Random
  /** Code of the shop. @default counts what is fulfilled */
  readonly settings?: Partial<GatewaySettings>
}

/** Clocks of the processes differ by up to this much. Milliseconds. */
const MAX_SKEW_MS = 90_000

export function createProcesses({ database, sandbox, pool, random, settings }: ProcessesParts): Processes {
  const running: Process[] = []
  const own = fork(random)
  let count = 0
  let kills = 0
  /** The process that is to be killed. */
  let doomed: Process | undefined

  const start = async (): Promise<void> => {
    count += 1
    const name = `quarter-${count}`
    const life = createLife(name)
    const skewMs = Math.round((own() * 2 - 1) * MAX_SKEW_MS)
    const { fetch, clock } = sandbox
    const gateway = await createGateway({
      ...CLIENT,
      client: ({ tokenStore }) =>
        new Galla({
          ...CLIENT,
          clientVersion: 1,
          clock,
          fetch: (input, init) => life.step(() => fetch(input, init)),
          tokenStore,
        }),
      callbackCredentials: SECRET,
      clock: { now: () => clock.now() + skewMs },
      database: { ...database, Client: clientOf(life), application_name: name },
      on: {
        'order.completed': async ({ order, tx }) => {
          await tx.query('insert into fulfilments ("reference") values ($1)', [order.reference])
        },
      },
      ...settings,
    })
    // At once: its open transaction would keep its locks.
    const buried = life.died.then(() => terminate(pool, life))
    running.push({ life, gateway, buried })
  }

  const replace = async (): Promise<void> => {
    const dead = running.filter(({ life }) => life.isDead)
    if (dead.length > 0) doomed = undefined
    for (const one of dead) {
      kills += 1
      running.splice(running.indexOf(one), 1)
      await one.buried
    }
    if (dead.length > 0) await freeLeases(pool)
    while (running.length < 2) await start()
  }
  let replacing: Promise<void> | undefined

  const processes: Processes = {
    get kills() {
      return kills
    },
    pick: () =>
      pick(
        own,
        running.filter(({ life }) => !life.isDead),
      ),
    killWithin: (calls) => processes.killAt(1 + below(own, calls), own() < 0.5 ? 'before' : 'after'),
    killAt(call, when) {
      // One at a time: the other one takes over.
      if (doomed) return
      doomed = processes.pick()
      doomed.life.killIn(call, when)
    },
    spare() {
      doomed?.life.killIn(Number.POSITIVE_INFINITY, 'before')
      doomed = undefined
    },
    async until(work) {
      for (;;) {
        const { gateway, life } = doomed?.life.isDead === false ? doomed : processes.pick()
        const done = work(gateway).then((result) => ({ result }))
        const ended = await Promise.race([done, life.died.then(() => undefined)])
        if (ended) return ended.result
        await processes.replaceDead()
      }
    },
    async everywhere(work) {
      for (let killed = -1; killed !== kills; await processes.replaceDead()) {
        killed = kills
        await Promise.all(running.map(({ gateway, life }) => Promise.race([work(gateway), life.died])))
      }
    },
    replaceDead() {
      replacing ??= replace().finally(() => {
        replacing = undefined
      })
      return replacing
    },
    async close() {
      await Promise.all(running.map(({ gateway, life }) => (life.isDead ? undefined : gateway.stop())))
    },
  }
  return processes
}
