import type { CallbackRecord, CallbackRecordDetail, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import type { Page } from '@galla/contract/gateway-api/orders'
import { hintFor } from '../domain/callback-hints.ts'
import type { Queries } from './database.ts'
import { conditions, idsAbout } from './conditions.ts'
import { type Keyset, orderAndLimit, pageOf, startAfter } from './keyset.ts'
import { withoutNulls } from './order-row.ts'

const KEYSET: Keyset = { columns: ['receivedAtMs'], id: 'callbackId', type: 'bigint' }

/** It stumbled, and no time is set for another attempt. */
const PARKED = '"dueAtMs" is null and "error" is not null'
const UNKNOWN_EVENT = `"facts" ->> 'kind' = 'nothing'`

const COLUMNS = `"callbackId", "receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "reason",
  "verifiedBy", "processedAtMs", "error", "attempts", case when ${PARKED} then true end as "needsReview",
  case when ${UNKNOWN_EVENT} then true end as "unknownEvent"`

const MAX_SIBLINGS = 50

export async function listCallbacks(on: Queries, query: CallbacksQuery): Promise<Page<CallbackRecord>> {
  const asked = conditions()
  asked.add('"verdict" = ?', query.verdict)
  if (query.needsReview === 'true') asked.say(PARKED)
  if (query.unknownEvent === 'true') asked.say(UNKNOWN_EVENT)
  asked.add('"event" = ?', query.event)
  asked.add('"receivedAtMs" >= ?::bigint', query.fromMs)
  asked.add('"receivedAtMs" < ?::bigint', query.toMs)
  if (query.id !== undefined) {
    asked.say(`"callbackId" = any(${idsAbout('galla.callbacks', 'callbackId', asked.value(query.id))})`)
  }
  startAfter(asked, KEYSET, query.after)
  const tail = orderAndLimit(asked, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.callbacks ${asked.where} ${tail}`,
    values: asked.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map(shown) }
}

export async function readCallback(on: Queries, callbackId: string): Promise<CallbackRecordDetail | undefined> {
  const { rows } = await on.query<{ headers: CallbackRecordDetail['headers']; body: unknown }>({
    text: `select ${COLUMNS}, "headers", "body" from galla.callbacks where "callbackId" = $1`,
    values: [callbackId],
  })
  const [found] = rows
  if (!found) return undefined
  const { headers, body, ...row } = found
  const callback = shown(row)
  return { ...callback, headers, body, siblings: await siblingsOf(on, callback) }
}

/** About the same refund, or else the same order. */
async function siblingsOf(on: Queries, callback: CallbackRecord): Promise<CallbackRecord[]> {
  const { callbackId, merchantOrderId, merchantRefundId } = callback
  const column = merchantRefundId === undefined ? 'merchantOrderId' : 'merchantRefundId'
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.callbacks where "${column}" = $1 and "callbackId" <> $2
      order by "receivedAtMs" desc, "callbackId" desc limit ${MAX_SIBLINGS}`,
    values: [merchantRefundId ?? merchantOrderId ?? null, callbackId],
  })
  return rows.map(shown)
}

function shown(found: object): CallbackRecord {
  const row = withoutNulls<CallbackRecord>(found)
  const hint = row.reason === undefined ? undefined : hintFor(row.reason)
  return { ...row, callbackId: String(row.callbackId), ...(hint === undefined ? {} : { hint }) }
}
