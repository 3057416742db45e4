import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import type { DeliveryRecord } from '../callbacks/delivery.ts'
import type { Order } from '../domain/order.ts'
import type { Refund } from '../domain/refund.ts'
import { memoryStore, type Store, type StoreDump, type Table } from './store.ts'

const TABLES = ['orders', 'refunds', 'deliveries'] as const
type TableName = (typeof TABLES)[number]

/** First line of every state file: a file that begins otherwise is somebody else's and is not touched. */
const HEAD = '{"galla":"sandbox-state","version":1}'

/** Readable by its owner only: it holds the links of payment pages. */
const MODE = 0o600

/**
 * A store that also writes every row to a file, one JSON line each, the latest of a key winning. The file is made when it is
 * missing and rewritten when it is opened.
 * @throws Error naming the line when the file cannot be read as one of ours.
 */
export function appendFileStore(path: string): Store {
  const memory = memoryStore()
  if (existsSync(path)) memory.load(parse(readFileSync(path, 'utf8'), path))
  let count = memory.dump().count
  let file = rewrite(path, memory.dump())

  const next = (): number => {
    count = memory.next()
    return count
  }
  const kept = <Kept>(name: TableName, table: Table<Kept>): Table<Kept> => ({
    get: table.get,
    all: table.all,
    get size() {
      return table.size
    },
    put(row) {
      table.put(row)
      writeSync(file, `${JSON.stringify({ t: name, n: count, v: row })}\n`)
    },
  })

  return {
    ...memory,
    next,
    orders: kept('orders', memory.orders),
    refunds: kept('refunds', memory.refunds),
    deliveries: kept('deliveries', memory.deliveries),
    load(dump) {
      memory.load(dump)
      count = dump.count
      closeSync(file)
      file = rewrite(path, dump)
    },
    close: () => closeSync(file),
  }
}

/** Written beside and moved into place, so that a crash leaves the old file or the new one. Returns it opened for appending. */
function rewrite(path: string, dump: StoreDump): number {
  const lines = TABLES.flatMap((name) => dump[name].map((row) => JSON.stringify({ t: name, n: dump.count, v: row })))
  const beside = `${path}.new`
  writeFileSync(beside, `${[HEAD, ...lines].join('\n')}\n`, { mode: MODE })
  renameSync(beside, path)
  return openSync(path, 'a', MODE)
}

function parse(text: string, path: string): StoreDump {
  const [head, ...lines] = text.split('\n')
  if (head !== HEAD)
    throw new Error(`${path} is not a state file of this sandbox. Name another file, or move this one away`)
  const rows = { orders: new Map<string, Row>(), refunds: new Map<string, Row>(), deliveries: new Map<string, Row>() }
  let count = 0
  lines.forEach((line, index) => {
    if (line === '') return
    const entry = parseLine(line)
    if (entry) {
      count = Math.max(count, entry.n)
      rows[entry.t].set(keyOf(entry.t, entry.v), entry.v)
      return
    }
    // The last line may be torn: the machine stopped while it was written, and nobody was told of it.
    if (index < lines.length - 1) throw new Error(`${path}: line ${index + 2} cannot be read`)
  })
  // Our own rows, written by the store above: the head of the file says so.
  const all = <Kept>(name: TableName): Kept[] => [...rows[name].values()] as unknown[] as Kept[]
  return {
    count,
    orders: all<Order>('orders'),
    refunds: all<Refund>('refunds'),
    deliveries: all<DeliveryRecord>('deliveries'),
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
}

function keyOf(name: TableName, row: Row): string {
  return String(row[KEYS[name]])
}
