import type { Rooms, Work } from '../rooms.ts'
import type { Queries } from '../storage/books.ts'
import { runEffects } from './effects.ts'
import { drainInbox } from './inbox.ts'
import { pollOrders } from './poll-orders.ts'
import { pollRefunds } from './poll-refunds.ts'
import { sendRefunds } from './send-refunds.ts'

/** Each does all that is due and says how much that was. Any number of processes may run any of them at once. */
export const WORKS: { readonly [Name in Work]: (rooms: Rooms) => Promise<number> } = {
  inbox: drainInbox,
  'poll-orders': pollOrders,
  'send-refunds': sendRefunds,
  'poll-refunds': pollRefunds,
  effects: runEffects,
}

export const WORK_NAMES = Object.keys(WORKS) as readonly Work[]

/** Does everything that is due now, and what follows from it. */
export async function runPendingJobs(rooms: Rooms): Promise<void> {
  for (;;) {
    let done = 0
    for (const name of WORK_NAMES) done += await WORKS[name](rooms)
    if (done === 0) return
  }
}

const EARLIEST: { readonly [Name in Work]: string } = {
  inbox: 'select min("dueAtMs") as "atMs" from galla.callbacks where "dueAtMs" is not null',
  'poll-orders': 'select min("nextPollAtMs") as "atMs" from galla.orders where "nextPollAtMs" is not null',
  'send-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" = 'REQUESTED'`,
  'poll-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" <> 'REQUESTED'`,
  effects: `select min("nextAttemptAtMs") as "atMs" from galla.deliveries where "state" = 'waiting'`,
}

/** When this work is due next: what lies in the tables decides, whoever has forgotten what. */
export async function earliest(on: Queries, name: Work): Promise<number | undefined> {
  const { rows } = await on.query<{ atMs: number | null }>({ name: `earliest-${name}`, text: EARLIEST[name] })
  return rows[0]?.atMs ?? undefined
}
