import type { Page } from '@galla/contract/gateway-api/orders'
import type { DayClose } from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'

interface CloseRow {
  readonly number: number
  readonly day: string
  readonly closedAtMs: number
  readonly payments: number
  readonly captured: Paise
  readonly refunds: number
  readonly refunded: Paise
  readonly settlements: number
  readonly settled: Paise
  readonly fees: Paise
  readonly taxes: Paise
  readonly deductions: Paise
  readonly difference: Paise
  readonly digest: string
}

const COLUMNS = `"number", "day", "closedAtMs", "payments", "captured", "refunds", "refunded", "settlements", "settled", "fees", "taxes", "deductions",
  "difference", "digest"`

const view = ({ payments, captured, refunds, refunded, settlements, settled, ...row }: CloseRow): DayClose => ({
  ...row,
  captured: { count: payments, amount: captured },
  refunded: { count: refunds, amount: refunded },
  settled: { count: settlements, amount: settled },
})

/**
 * Reads the start of the next day to close: the end of the last close, or the time of the first transfer or settlement. Undefined without
 * any. Epoch milliseconds.
 */
export async function firstOpenMs(on: Queries): Promise<number | undefined> {
  const { rows } = await on.query<{ at: number | null }>({
    name: 'first-open-day',
    text: `select coalesce((select max("toMs") from galla.day_closes),
      least((select min("atMs") from galla.ledger), (select min("atMs") from galla.settlement_entries))) as "at"`,
  })
  return rows[0]?.at ?? undefined
}

/** The longest wait of a close for writers of the ledger. Milliseconds. */
const LEDGER_LOCK_MS = 1_000

/**
 * Closes a day: in a transaction of its own, whole or not at all. Nobody else closes meanwhile, and what is being written about settlements is awaited.
 * Nothing happens when another process has closed the day.
 */
export async function closeDay(tx: Queries, day: string, nowMs: number): Promise<DayClose | undefined> {
  await tx.query({ text: 'lock table galla.day_closes in share row exclusive mode' })
  await tx.query({ text: 'lock table galla.settlement_entries, galla.settlement_lines in share mode' })
  // A transfer that begins now sees the close, and is refused. Payments wait behind this lock: a writer that does not end puts the close off.
  await tx.query({ text: `select set_config('lock_timeout', '${LEDGER_LOCK_MS}', true)` })
  await tx.query({ text: 'lock table galla.ledger in share mode' })
  const { rows } = await tx.query<CloseRow>({
    text: `insert into galla.day_closes ("day", "closedAtMs") select $1::text, $2::bigint
      where not exists (select from galla.day_closes where "day" = $1::text) returning ${COLUMNS}`,
    values: [day, nowMs],
  })
  return rows[0] && view(rows[0])
}

const KEYSET: Keyset = { columns: ['closedAtMs'], id: 'number', type: 'bigint' }

/** One page of closes, the latest first unless `ascending`. @throws GatewayError INVALID_REQUEST */
export async function listCloses(
  on: Queries,
  { after, limit, from, to }: { after?: string; limit?: number; from?: string; to?: string },
  ascending = false,
): Promise<Page<DayClose>> {
  const keyset = { ...KEYSET, ascending }
  const filters = conditions()
  filters.add('"day" >= ?', from)
  filters.add('"day" <= ?', to)
  startAfter(filters, keyset, after)
  const tail = orderAndLimit(filters, keyset, limit)
  const { rows } = await on.query<CloseRow>({
    text: `select ${COLUMNS} from galla.day_closes ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, keyset, limit)
  return { ...page, rows: page.rows.map(view) }
}

/** The close of a day. */
export async function readClose(on: Queries, day: string): Promise<DayClose | undefined> {
  const { rows } = await on.query<CloseRow>({
    name: 'read-close',
    text: `select ${COLUMNS} from galla.day_closes where "day" = $1`,
    values: [day],
  })
  return rows[0] && view(rows[0])
}
