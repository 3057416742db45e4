import { type DataKeys, isUnreadable, sealedWith, UnreadableError } from './data-keys.ts'
import { KEPT_OF_ATTEMPTS } from './personal-data.ts'

/** Field of a jsonb value that holds what is sealed of it. The fields beside it stay readable for SQL. */
const SEALED_FIELD = '$sealed'

/** Field of a value that cannot be opened: why. Such a value is shown, and never stored. */
const UNREADABLE_FIELD = 'unreadable'
/** The same of an item of a list, which is stored again as it was. */
const UNREADABLE = Symbol('unreadable')

type Json = { readonly [field: string]: unknown }

/** How a value of one column is sealed and opened. Both return a value that needs nothing done as it is. */
interface Shape {
  seal(keys: DataKeys, value: unknown, about: string): unknown
  open(keys: DataKeys, value: unknown, about: string): unknown
  /** What is sealed in a stored value, and how much is not. */
  parts(value: unknown): readonly unknown[]
}

/** The whole text. Of a value that cannot be opened, the reason. */
const text: Shape = {
  seal: (keys, value, about) => (typeof value !== 'string' || value === 'erased' ? value : keys.seal(value, about)),
  open(keys, value, about) {
    if (sealedWith(value) === undefined) return value
    try {
      return keys.open(String(value), about)
    } catch (error) {
      if (error instanceof UnreadableError) return error.message
      throw error
    }
  },
  parts: (value) => (typeof value === 'string' && value !== 'erased' ? [value] : []),
}

/** A whole JSON value, except `plain` of it. Of one that cannot be opened, those fields and the reason as `unreadable`. */
function json(plain: (value: Json) => Json = () => ({})): Shape {
  return {
    seal: (keys, value, about) =>
      value === undefined || value === null || isEmpty(value)
        ? value
        : { ...plain(value as Json), [SEALED_FIELD]: keys.seal(JSON.stringify(value), about) },
    open(keys, value, about) {
      const sealed = sealedPart(value)
      if (sealed === undefined) return value
      const opened = text.open(keys, sealed, about)
      return isUnreadable(opened) ? { ...(value as Json), [UNREADABLE_FIELD]: opened } : JSON.parse(String(opened))
    },
    parts: (value) => (value === undefined || value === null || isEmpty(value) ? [] : [sealedPart(value) ?? 'plain']),
  }
}

const sealedPart = (value: unknown): string | undefined => {
  const part = typeof value === 'object' && value !== null ? (value as Json)[SEALED_FIELD] : undefined
  return sealedWith(part) === undefined ? undefined : String(part)
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** The sealed part of an item that could not be opened: it is written as it was. */
const unopened = (item: Json): Json => (sealedPart(item) === undefined ? {} : { [SEALED_FIELD]: item[SEALED_FIELD] })

/** Objects of a list: their fields outside of `kept`, each object by its id. What cannot be opened stays sealed. */
function items(kept: readonly string[], id: string): Shape {
  const aboutOf = (item: Json, about: string) => JSON.stringify([about, item[id] ?? ''])
  const each = (value: unknown, change: (item: Json) => Json) =>
    Array.isArray(value) ? value.map((item: Json) => change(item)) : value
  const split = (item: Json) => {
    const entries = Object.entries(item).filter(([, one]) => one !== undefined)
    const personal = entries.filter(([name]) => !kept.includes(name) && name !== SEALED_FIELD)
    return { plain: entries.filter(([name]) => kept.includes(name)), personal: Object.fromEntries(personal) }
  }
  return {
    seal: (keys, value, about) =>
      each(value, (item) => {
        const { plain, personal } = split(item)
        if (isEmpty(personal)) return { ...Object.fromEntries(plain), ...unopened(item) }
        const sealed = keys.seal(JSON.stringify(personal), aboutOf(item, about))
        return { ...Object.fromEntries(plain), [SEALED_FIELD]: sealed }
      }),
    open: (keys, value, about) =>
      each(value, (item) => {
        const sealed = sealedPart(item)
        if (sealed === undefined) return item
        const opened = text.open(keys, sealed, aboutOf(item, about))
        if (isUnreadable(opened)) return { ...item, [UNREADABLE]: opened }
        const { [SEALED_FIELD]: _, ...plain } = item
        return { ...plain, ...(JSON.parse(String(opened)) as Json) }
      }),
    parts: (value) =>
      Array.isArray(value)
        ? value.flatMap((item: Json) => sealedPart(item) ?? (isEmpty(split(item).personal) ? [] : 'plain'))
        : [],
  }
}

/** A text inside of an object. */
function within([name = '', ...rest]: readonly string[]): Shape {
  const inner = rest.length === 0 ? text : within(rest)
  const change = (value: unknown, to: (field: unknown) => unknown) =>
    typeof value === 'object' && value !== null && name in value
      ? { ...value, [name]: to((value as Json)[name]) }
      : value
  return {
    seal: (keys, value, about) => change(value, (field) => inner.seal(keys, field, about)),
    open: (keys, value, about) => change(value, (field) => inner.open(keys, field, about)),
    parts: (value) => (typeof value === 'object' && value !== null ? inner.parts((value as Json)[name]) : []),
  }
}

const IDS = new Set([
  'merchantOrderId',
  'originalMerchantOrderId',
  'orderId',
  'transactionId',
  'merchantRefundId',
  'refundId',
])

/** The ids that a body names: erasure finds a callback without an order by them. */
function idsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      if (IDS.has(name) && typeof one === 'string' && one.length <= 200) found.add(one)
      else idsIn(one, found)
    }
  return found
}

/** Columns of a table that are sealed when there are data keys. */
interface SealedTable {
  /** The columns that identify a row. A sealed value opens in its own row only. */
  readonly id: readonly string[]
  /** The columns of its primary key, where `id` is not unique. */
  readonly row?: readonly string[]
  readonly columns: { readonly [column: string]: Shape }
}

/** Every personal column of `PERSONAL_DATA` is here or in `NOT_SEALED`, which a test compares. */
export const SEALED_COLUMNS = {
  orders: {
    id: ['merchantOrderId'],
    columns: { request: json(), opened: json(), attempts: items(KEPT_OF_ATTEMPTS, 'transactionId') },
  },
  refunds: {
    id: ['merchantRefundId'],
    columns: {
      note: text,
      decisionNote: text,
      refusal: within(['message']),
      needsReview: within(['theirs', 'message']),
    },
  },
  refund_file_rows: { id: ['fileId', 'line'], columns: { note: text } },
  callbacks: {
    id: ['callbackId'],
    columns: {
      headers: json(),
      body: json((body) => ({ ids: [...idsIn(body)] })),
      content: json(({ kind }) => ({ kind })),
      error: text,
    },
  },
  deliveries: { id: ['deliveryId'], columns: { lastError: text } },
  delivery_attempts: { id: ['leaseToken'], columns: { error: text } },
  calls: { id: ['callId'], columns: { message: text, request: json(), reply: json() } },
  // The salt is sealed too: with it, the digest in the chain would confirm a guess. The database numbers the entries as it stores them.
  audit: { id: ['kind', 'id', 'atMs'], row: ['auditId'], columns: { detail: text, detailSalt: text } },
  legal_holds: { id: ['merchantOrderId'], columns: { reason: text } },
} as const satisfies { readonly [table: string]: SealedTable }

export type SealedTableName = keyof typeof SEALED_COLUMNS

/** Personal columns that are stored without encryption, and why. */
export const NOT_SEALED: { readonly [column: string]: string } = {
  'orders.payerVpa': 'With data keys it holds keyed digests, for the search; the address is in the attempts.',
  'orders.startFingerprint': 'Digests with a key from the client secret.',
  'orders.payFingerprint': 'Digests with a key from the client secret.',
  'callbacks.digest': 'Digest with a key from the client secret.',
}

/** What carries the keys: a database or a transaction. */
export interface WithKeys {
  readonly dataKeys: DataKeys
}

/** The columns of the primary key. */
export const primaryKeyOf = (table: SealedTableName): readonly string[] => {
  const { id, row = id }: SealedTable = SEALED_COLUMNS[table]
  return row
}

const shapesOf = (table: SealedTableName): [string, Shape][] => Object.entries(SEALED_COLUMNS[table].columns)

/** What the sealed values of a row are bound to. */
function aboutOf(table: SealedTableName, column: string, row: object): string {
  const ids = SEALED_COLUMNS[table].id.map((name) => String((row as Json)[name]))
  return JSON.stringify([table, column, ...ids])
}

/** A copy of the row with its personal columns sealed, for a statement that writes them. The row has its id. */
export function sealed<Row extends object>({ dataKeys }: WithKeys, table: SealedTableName, row: Row): Row {
  return dataKeys.sealsWith === undefined
    ? row
    : changed(table, row, (shape, value, about) => shape.seal(dataKeys, value, about))
}

/** Why a JSON value of a row could not be opened; undefined when it was. */
export function unreadableReason(value: object | undefined): string | undefined {
  const { [UNREADABLE]: ofItem, [UNREADABLE_FIELD]: whole }: { [UNREADABLE]?: unknown; [UNREADABLE_FIELD]?: unknown } =
    value ?? {}
  return isUnreadable(ofItem) ? String(ofItem) : isUnreadable(whole) ? String(whole) : undefined
}

/** A copy of a stored row with its personal columns opened. A row from a time without keys is returned as it is. */
export function opened<Row extends object>({ dataKeys }: WithKeys, table: SealedTableName, row: Row): Row {
  return changed(table, row, (shape, value, about) => shape.open(dataKeys, value, about))
}

function changed<Row extends object>(
  table: SealedTableName,
  row: Row,
  change: (shape: Shape, value: unknown, about: string) => unknown,
): Row {
  const copy = { ...row } as { [column: string]: unknown }
  for (const [column, shape] of shapesOf(table)) {
    const value = copy[column]
    if (value !== undefined && value !== null) copy[column] = change(shape, value, aboutOf(table, column, row))
  }
  return copy as Row
}

/** Columns of a stored row with something that is not sealed with the first key, opened. */
export function outdated(keys: DataKeys, table: SealedTableName, row: object): readonly string[] {
  return shapesOf(table).flatMap(([column, shape]) => {
    const parts = shape.parts((row as Json)[column])
    return parts.some((part) => sealedWith(part) !== keys.sealsWith) ? [column] : []
  })
}

/** Ids of the keys that sealed the parts of a stored row; undefined stands for a part in clear. */
export const keysOf = (table: SealedTableName, row: object): (string | undefined)[] =>
  shapesOf(table).flatMap(([column, shape]) => shape.parts((row as Json)[column]).map(sealedWith))
