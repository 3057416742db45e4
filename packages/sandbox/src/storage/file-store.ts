import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import type { DeliveryRecord } from '../callbacks/delivery.ts'
import type { Mandate } from '../domain/mandate.ts'
import type { Order } from '../domain/order.ts'
import type { Redemption } from '../domain/redemption.ts'
import type { Refund } from '../domain/refund.ts'
import type { Settlement } from '../domain/settlement.ts'
import { memoryStore, type Store, type StoreDump, type Table } from './store.ts'

const TABLES = ['orders', 'refunds', 'deliveries', 'mandates', 'redemptions', 'settlements'] as const
type TableName = (typeof TABLES)[number]

/** First line of every state file. A file with another first line is not changed. */
const HEAD = '{"galla":"sandbox-state","version":1}'

/** Readable by its owner only: the file contains page tokens. */
const MODE = 0o600

/**
 * A store that appends every row to a file, one JSON object a line. The latest row of a key is current. The file is created when
 * it is missing and compacted when it is opened.
 * @throws Error when another process uses the file, when it is not a state file, or with the number of the line that cannot be read
 */
export function fileStore(path: string): Store {
  const memory = memoryStore()
  const unlock = lock(path)
  try {
    if (existsSync(path)) memory.load(parse(readFileSync(path, 'utf8'), path))
  } catch (error) {
    unlock()
    throw error
  }
  let count = memory.dump().count
  let file = rewrite(path, memory.dump())

  const next = (): number => {
    count = memory.next()
    return count
  }
  const persisted = <Value>(name: TableName, table: Table<Value>): Table<Value> => ({
    get: table.get,
    all: table.all,
    put(row) {
      table.put(row)
      writeSync(file, `${JSON.stringify({ t: name, n: count, v: row })}\n`)
    },
  })

  return {
    ...memory,
    next,
    orders: persisted('orders', memory.orders),
    refunds: persisted('refunds', memory.refunds),
    deliveries: persisted('deliveries', memory.deliveries),
    mandates: persisted('mandates', memory.mandates),
    redemptions: persisted('redemptions', memory.redemptions),
    settlements: persisted('settlements', memory.settlements),
    load(dump) {
      memory.load(dump)
      count = dump.count
      closeSync(file)
      file = rewrite(path, dump)
    },
    close() {
      closeSync(file)
      unlock()
    },
  }
}

/** Two processes would each overwrite what the other has acknowledged. Returns what removes the lock. */
function lock(path: string): () => void {
  const name = `${path}.lock`
  const take = () => writeFileSync(name, String(process.pid), { flag: 'wx', mode: MODE })
  try {
    take()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const owner = Number(readFileSync(name, 'utf8'))
    if (isRunning(owner)) {
      throw new Error(
        `${path} is used by the sandbox of process ${owner}. Stop it, or choose another file. If no sandbox runs, delete ${name}`,
      )
    }
    // Left by a process that was killed.
    rmSync(name, { force: true })
    take()
  }
  return () => rmSync(name, { force: true })
}

/** True when another process has this id. After a restart of a container, the id in the lock may be that of this process. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Writes a new file and renames it, so that a crash leaves either the old file or the new one. Returns a descriptor for appending. */
function rewrite(path: string, dump: StoreDump): number {
  const lines = TABLES.flatMap((name) => dump[name].map((row) => JSON.stringify({ t: name, n: dump.count, v: row })))
  const temporary = `${path}.new`
  // In a folder that others may write to, what has this name may be a link to another file, or a file that they can read.
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${[HEAD, ...lines].join('\n')}\n`, { flag: 'wx', mode: MODE })
  renameSync(temporary, path)
  return openSync(path, 'a', MODE)
}

function parse(text: string, path: string): StoreDump {
  const [head, ...lines] = text.split('\n')
  if (head !== HEAD)
    throw new Error(`${path} is not a state file of the sandbox. Choose another file, or move this file away`)
  const rows = Object.fromEntries(TABLES.map((name) => [name, new Map<string, Row>()])) as {
    readonly [Name in TableName]: Map<string, Row>
  }
  let count = 0
  lines.forEach((line, index) => {
    if (line === '') return
    const entry = parseLine(line)
    if (entry) {
      count = Math.max(count, entry.n)
      rows[entry.t].set(keyOf(entry.t, entry.v), entry.v)
      return
    }
    // A crash can leave the last line incomplete. Its row was not acknowledged to anyone, so it is dropped.
    if (index < lines.length - 1) throw new Error(`${path}: line ${index + 2} cannot be read`)
  })
  // The first line says that the store above wrote these rows.
  const all = <Value>(name: TableName): Value[] => [...rows[name].values()] as unknown[] as Value[]
  return {
    count,
    orders: all<Order>('orders'),
    refunds: all<Refund>('refunds'),
    deliveries: all<DeliveryRecord>('deliveries'),
    mandates: all<Mandate>('mandates'),
    redemptions: all<Redemption>('redemptions'),
    settlements: all<Settlement>('settlements'),
  }
}

type Row = Line['v']

interface Line {
  readonly t: TableName
  readonly n: number
  readonly v: { readonly [field: string]: unknown }
}

function parseLine(line: string): Line | undefined {
  try {
    const entry = JSON.parse(line) as Line
    return TABLES.includes(entry.t) && typeof entry.n === 'number' && typeof entry.v === 'object' ? entry : undefined
  } catch {
    return undefined
  }
}

const KEYS: { readonly [Name in TableName]: string } = {
  orders: 'merchantOrderId',
  refunds: 'merchantRefundId',
  deliveries: 'deliveryId',
  mandates: 'merchantSubscriptionId',
  redemptions: 'merchantOrderId',
  settlements: 'settlementId',
}

function keyOf(name: TableName, row: Row): string {
  return String(row[KEYS[name]])
}

/** Also of an error of another realm, as a test environment has them. */
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code
