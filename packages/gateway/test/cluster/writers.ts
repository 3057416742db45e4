import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'

/**
 * Clients that sit on each server whatever the cluster manager says, and write without a pause. A server that was the primary, and takes
 * a write after another server took over, is noticed: the write is not in the database.
 */
export interface Writers {
  /** Ids of the writes that some server has acknowledged. */
  acknowledgedSoFar(): { readonly [Kind in WriteKind]: readonly string[] }
  /** The longest time within a span in which no server acknowledged a write that waits for a standby: nobody was the primary. */
  longestPauseMs(fromMs: number, untilMs: number): number
  close(): Promise<void>
}

/** `on` waits for a standby, as everything does that the gateway acknowledges; `off` does not (`ASYNC_COMMIT`). */
type WriteKind = 'on' | 'off'

/** Between two writes on a connection. Milliseconds. */
const EVERY_MS = 250
/** Before the next connection to a server that refused. Milliseconds. */
const REPEAT_MS = 1_000

export const WRITES_TABLE = 'create table writes ("id" text primary key)'

export function startWriters({ databases, serverOf }: Cluster): Writers {
  const acknowledged: { readonly [Kind in WriteKind]: string[] } = { on: [], off: [] }
  const confirmedAtMs: number[] = []
  const clients = new Set<Client>()
  let isOpen = true

  /** One connection: it waits for each answer, however long that takes. */
  const writeOn = async (client: Client, name: string, kind: WriteKind): Promise<void> => {
    await client.connect()
    await client.query(`set synchronous_commit = ${kind}`)
    while (isOpen) {
      const id = `${name}-${kind}-${performance.now()}`
      await client.query('insert into writes values ($1)', [id])
      acknowledged[kind].push(id)
      if (kind === 'on') confirmedAtMs.push(performance.now())
      await pause(EVERY_MS)
    }
  }
  const loops = databases.flatMap((machine) =>
    (['on', 'off'] as const).map(async (kind) => {
      while (isOpen) {
        const client = new Client(serverOf(machine)).on('error', () => {})
        clients.add(client)
        // A standby refuses it, a server that is down has no socket.
        await writeOn(client, machine.name, kind).catch(() => {})
        clients.delete(client)
        void client.end().catch(() => {})
        await pause(REPEAT_MS)
      }
    }),
  )
  return {
    acknowledgedSoFar: () => ({ on: [...acknowledged.on], off: [...acknowledged.off] }),
    longestPauseMs(fromMs, untilMs) {
      const times = [fromMs, ...confirmedAtMs.filter((atMs) => atMs > fromMs && atMs < untilMs), untilMs]
      return Math.max(...times.map((atMs, n) => atMs - (times[n - 1] ?? atMs)))
    },
    async close() {
      isOpen = false
      for (const { connection } of clients) connection.stream.destroy()
      await Promise.all(loops)
    },
  }
}
