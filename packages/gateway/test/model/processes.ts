import type { PostgresConnection } from '@galla/postgres'
import type { Sandbox } from '@galla/sandbox'
import { Galla, paise } from '@galla/sdk'
import type { Pool } from 'pg'
import { createGateway, type Gateway, type GatewaySettings, notifyBy } from '../../src/index.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { clientOf, createLife, type Life } from './life.ts'
import type { Network } from './network.ts'
import { fork, type Random } from './random.ts'
import type { Trace } from './trace.ts'

/** One simulated gateway process. */
export interface Process {
  readonly life: Life
  readonly program: ProgramName
  readonly gateway: Gateway
}

/** The events that a process has code for. Programs differ as during a rolling deploy, or as `galla gateway` beside an app. */
export type ProgramName = keyof typeof PROGRAMS

const ORDER_EVENTS = ['order.completed', 'order.failed', 'order.reopened', 'order.needs_review'] as const
const REFUND_EVENTS = ['refund.completed', 'refund.failed', 'refund.reopened', 'refund.needs_review'] as const
type DeliveredEvent = (typeof ORDER_EVENTS)[number] | (typeof REFUND_EVENTS)[number]

export const PROGRAMS = {
  shop: { handles: [...ORDER_EVENTS, ...REFUND_EVENTS], notifies: ['mail'] },
  workers: { handles: [], notifies: ['mail'] },
  half: { handles: ['order.completed', 'refund.failed'], notifies: [] },
  bare: { handles: [], notifies: [] },
} as const satisfies { readonly [name: string]: { handles: readonly DeliveredEvent[]; notifies: readonly 'mail'[] } }

/** Events that the notifier `mail` receives. */
export const MAILED = ['order.completed', 'order.needs_review', 'refund.completed'] as const

export const CONSOLE_PASSWORD = 'two cups of tea'

export interface ProcessParts {
  readonly database: PostgresConnection
  readonly sandbox: Sandbox
  readonly network: Network
  readonly trace: Trace
  readonly pool: Pool
  readonly random: Random
  /** Latest notifications: ids that `mail` received. */
  readonly mailed: Set<string>
}

/** Clocks of processes differ by up to this much. Milliseconds. */
const MAX_SKEW_MS = 180_000

let count = 0

/** Starts a process; undefined when it is killed before it is up. */
export async function startProcess(
  parts: ProcessParts,
  program: ProgramName,
  killIn?: number,
): Promise<Process | undefined> {
  const { database, sandbox, network, trace, random } = parts
  count += 1
  const name = `process-${count}`
  const life = createLife(name)
  const skewMs = Math.round((random() * 2 - 1) * MAX_SKEW_MS)
  if (killIn !== undefined) life.killIn(killIn, random() < 0.5 ? 'before' : 'after')
  const fetch = network.fetchOf(life, fork(random))
  const settings: GatewaySettings = {
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch, tokenStore }),
    callbackCredentials: SECRET,
    clock: { now: () => sandbox.clock.now() + skewMs },
    database: { ...database, Client: clientOf(life), application_name: name },
    // A password costs 100 ms of a core.
    ...(program === 'shop' ? { console: { password: CONSOLE_PASSWORD } } : {}),
    ...codeOf(parts, program, life, () => gateway),
  }
  let gateway: Gateway | undefined
  gateway = await Promise.race([createGateway(settings), life.died.then(() => undefined)])
  trace.add(`${name} (${program}, clock ${skewMs} ms) ${gateway ? 'is up' : 'was killed during its start'}`)
  if (gateway) return { life, program, gateway }
  await terminate(parts.pool, life)
  return undefined
}

/** Ends the connections of a dead process, as the kernel does: all at once, and returns when they have ended. */
export async function terminate(pool: Pool, { name }: Pick<Life, 'name'>): Promise<void> {
  for (const waitMs of [0, 10_000])
    await pool.query(
      `select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = current_database() and application_name = $1`,
      [name, waitMs],
    )
}

/** Handlers write the events that they receive through `tx`; one in ten runs fails, before or after its writes. */
function codeOf(
  { random, mailed, trace }: ProcessParts,
  program: ProgramName,
  life: Life,
  gateway: () => Gateway | undefined,
): Pick<GatewaySettings, 'on' | 'notifiers'> {
  const { handles, notifies } = PROGRAMS[program]
  const code = fork(random)
  const tell =
    (event: DeliveredEvent) =>
    async ({ deliveryId, order, refund, tx }: Telling): Promise<void> => {
      const subject = refund?.merchantRefundId ?? order?.merchantOrderId ?? ''
      const reference = order?.reference ?? ''
      if (code() < 0.05) throw new Error('the handler fails at once')
      await tx.query('insert into received ("deliveryId", "event", "subject", "reference") values ($1, $2, $3, $4)', [
        deliveryId,
        event,
        subject,
        reference,
      ])
      if (event === 'order.completed' && order && order.reference.startsWith('returned'))
        await gateway()?.refunds.request({
          merchantRefundId: `${order.merchantOrderId}-gb`,
          merchantOrderId: order.merchantOrderId,
          amount: paise(Math.ceil(order.amount / 3)),
        })
      if (code() < 0.05) throw new Error('the handler fails after its writes')
      trace.add(`${life.name} received ${event} ${subject} (${deliveryId})`)
    }
  const mail = notifyBy('mail', MAILED, async ({ event, order, refund }) => {
    await life.step(async () => {})
    if (code() < 0.1) throw new Error('no mail today')
    mailed.add(`${event} ${refund?.merchantRefundId ?? order.merchantOrderId}`)
  })
  return {
    on: Object.fromEntries(handles.map((event) => [event, tell(event)])),
    notifiers: notifies.map(() => mail),
  }
}

interface Telling {
  readonly deliveryId: string
  readonly order?: { readonly merchantOrderId: string; readonly reference: string; readonly amount: number }
  readonly refund?: { readonly merchantRefundId: string }
  readonly tx: { query(text: string, values?: readonly unknown[]): Promise<unknown> }
}
