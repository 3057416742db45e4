import { type DataKeys, encryptedWith, isUnreadable, readInClear, UnreadableError } from './data-keys.ts'
import { KEPT_OF_ATTEMPTS } from './personal-column.ts'

/** Field of a jsonb value that holds what is encrypted of it. The fields beside it stay readable for SQL. */
const ENCRYPTED_FIELD = '$encrypted'

/** Field of a value that cannot be decrypted: why. Such a value is shown, and never stored. */
const UNREADABLE_FIELD = 'unreadable'
/** The same of an item of a list, which is stored again as it was. */
const UNREADABLE = Symbol('unreadable')

type Json = { readonly [field: string]: unknown }

/** Names the place of a value, to which the encrypted value is bound. Most values are in clear, and their place is never named. */
type About = () => string

/** Encrypts and decrypts a value of one column. Both return a value unchanged if nothing has to be done. */
interface Shape {
  encrypt(keys: DataKeys, value: unknown, about: About): unknown
  decrypt(keys: DataKeys, value: unknown, about: About): unknown
  /** Returns the parts of a stored value that are encrypted, or should be. */
  parts(value: unknown): readonly unknown[]
  /** True when the column holds a text that is a value by itself: in clear, such a text may look encrypted. */
  readonly isText: boolean
}

/** The whole text. Of a value that cannot be decrypted, the reason. */
const text: Shape = {
  encrypt: (keys, value, about) =>
    typeof value !== 'string' || value === 'erased' ? value : keys.encrypt(value, about()),
  decrypt(keys, value, about) {
    if (typeof value !== 'string') return value
    if (encryptedWith(value) === undefined) return readInClear(value)
    try {
      return keys.decrypt(value, about())
    } catch (error) {
      if (error instanceof UnreadableError) return error.message
      throw error
    }
  },
  parts: (value) => (typeof value === 'string' && value !== 'erased' ? [value] : []),
  isText: true,
}

/** A text that somebody may have written to read `erased`, which does not stand for an erased one. */
const wholeText: Shape = {
  ...text,
  encrypt: (keys, value, about) => (typeof value === 'string' ? keys.encrypt(value, about()) : value),
  parts: (value) => (typeof value === 'string' ? [value] : []),
}

/** A whole JSON value, except `plain` of it. Of one that cannot be decrypted, those fields and the reason as `unreadable`. */
function json(plain: (value: Json) => Json = () => ({})): Shape {
  return {
    encrypt: (keys, value, about) =>
      keys.encryptsWith === undefined || value === undefined || value === null || isEmpty(value)
        ? value
        : { ...plain(value as Json), [ENCRYPTED_FIELD]: keys.encrypt(JSON.stringify(value), about()) },
    decrypt(keys, value, about) {
      const encrypted = encryptedPart(value)
      if (encrypted === undefined) return value
      const decrypted = text.decrypt(keys, encrypted, about)
      return isUnreadable(decrypted)
        ? { ...(value as Json), [UNREADABLE_FIELD]: decrypted }
        : JSON.parse(String(decrypted))
    },
    parts: (value) =>
      value === undefined || value === null || isEmpty(value) ? [] : [encryptedPart(value) ?? 'plain'],
    isText: false,
  }
}

const encryptedPart = (value: unknown): string | undefined => {
  const part = typeof value === 'object' && value !== null ? (value as Json)[ENCRYPTED_FIELD] : undefined
  return encryptedWith(part) === undefined ? undefined : String(part)
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** The encrypted part of an item that could not be decrypted: it is written as it was. */
const stillEncrypted = (item: Json): Json =>
  encryptedPart(item) === undefined ? {} : { [ENCRYPTED_FIELD]: item[ENCRYPTED_FIELD] }

/** Objects of a list: their fields outside of `kept`, each object by its id. What cannot be decrypted stays encrypted. */
function items(kept: readonly string[], id: string): Shape {
  const aboutOf = (item: Json, about: About) => JSON.stringify([about(), item[id] ?? ''])
  const each = (value: unknown, change: (item: Json) => Json) => {
    if (!Array.isArray(value)) return value
    const list = value.map((item: Json) => change(item))
    return list.every((item, at) => item === value[at]) ? value : list
  }
  const split = (item: Json) => {
    const entries = Object.entries(item).filter(([, one]) => one !== undefined)
    const personal = entries.filter(([name]) => !kept.includes(name) && name !== ENCRYPTED_FIELD)
    return { plain: entries.filter(([name]) => kept.includes(name)), personal: Object.fromEntries(personal) }
  }
  return {
    encrypt: (keys, value, about) =>
      each(value, (item) => {
        if (keys.encryptsWith === undefined) return item
        const { plain, personal } = split(item)
        if (isEmpty(personal)) return { ...Object.fromEntries(plain), ...stillEncrypted(item) }
        const encrypted = keys.encrypt(JSON.stringify(personal), aboutOf(item, about))
        return { ...Object.fromEntries(plain), [ENCRYPTED_FIELD]: encrypted }
      }),
    decrypt: (keys, value, about) =>
      each(value, (item) => {
        const encrypted = encryptedPart(item)
        if (encrypted === undefined) return item
        const decrypted = text.decrypt(keys, encrypted, () => aboutOf(item, about))
        if (isUnreadable(decrypted)) return { ...item, [UNREADABLE]: decrypted }
        const { [ENCRYPTED_FIELD]: _, ...plain } = item
        return { ...plain, ...(JSON.parse(String(decrypted)) as Json) }
      }),
    parts: (value) =>
      Array.isArray(value)
        ? value.flatMap((item: Json) => encryptedPart(item) ?? (isEmpty(split(item).personal) ? [] : 'plain'))
        : [],
    isText: false,
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
    encrypt: (keys, value, about) => change(value, (field) => inner.encrypt(keys, field, about)),
    decrypt: (keys, value, about) => change(value, (field) => inner.decrypt(keys, field, about)),
    parts: (value) => (typeof value === 'object' && value !== null ? inner.parts((value as Json)[name]) : []),
    isText: true,
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

/** Columns of a table that are encrypted when there are data keys. */
interface EncryptedTable {
  /** The columns that identify a row. An encrypted value opens in its own row only. */
  readonly id: readonly string[]
  /** The columns of its primary key, where `id` is not unique. */
  readonly row?: readonly string[]
  readonly columns: { readonly [column: string]: Shape }
}

/** Every personal column of `PERSONAL_DATA` is here or in `NOT_ENCRYPTED`, which a test compares. */
export const ENCRYPTED_COLUMNS = {
  orders: {
    id: ['merchantOrderId'],
    columns: { request: json(), opened: json(), attempts: items(KEPT_OF_ATTEMPTS, 'transactionId') },
  },
  refunds: {
    id: ['id'],
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
  calls: { id: ['callId'], columns: { message: text, request: json(), response: json() } },
  // The salt is encrypted too: with it, the digest in the chain would confirm a guess. The database numbers the entries as it stores them.
  audit: { id: ['kind', 'id', 'atMs'], row: ['auditId'], columns: { detail: wholeText, detailSalt: text } },
  plan_subscriptions: { id: ['subscriptionId'], columns: { payer: json() } },
  legal_holds: { id: ['merchantOrderId'], columns: { reason: text } },
} as const satisfies { readonly [table: string]: EncryptedTable }

export type EncryptedTableName = keyof typeof ENCRYPTED_COLUMNS

/** Personal columns that are stored without encryption, and why. */
export const NOT_ENCRYPTED: { readonly [column: string]: string } = {
  'orders.payerVpa': 'With data keys it holds keyed digests, for the search; the address is in the attempts.',
  'orders.startFingerprint': 'Digests with a key from the client secret.',
  'orders.payFingerprint': 'Digests with a key from the client secret.',
  'plan_subscriptions.startFingerprint': 'Digests with a key from the client secret.',
  'callbacks.digest': 'Digest with a key from the client secret.',
}

/** A carrier of the keys: a database or a transaction. */
export interface WithKeys {
  readonly dataKeys: DataKeys
}

/** The columns of the primary key. */
export const primaryKeyOf = (table: EncryptedTableName): readonly string[] => {
  const { id, row = id }: EncryptedTable = ENCRYPTED_COLUMNS[table]
  return row
}

const shapesOf = (table: EncryptedTableName): [string, Shape][] => Object.entries(ENCRYPTED_COLUMNS[table].columns)

/** Returns the text that the encrypted values of a row are bound to. */
function aboutOf(table: EncryptedTableName, column: string, row: object): string {
  const ids = ENCRYPTED_COLUMNS[table].id.map((name) => String((row as Json)[name]))
  return JSON.stringify([table, column, ...ids])
}

/**
 * The row with its personal columns as a statement writes them: encrypted, or without keys in clear, where texts that look
 * encrypted are marked. The row has its id.
 * @throws GatewayError DATA_KEYS_MISSING when another process encrypts the database, and this one has no keys
 */
export function encrypted<Row extends object>({ dataKeys }: WithKeys, table: EncryptedTableName, row: Row): Row {
  dataKeys.checkWriting()
  return dataKeys.encryptsWith !== undefined || shapesOf(table).some(([, { isText }]) => isText)
    ? changed(table, row, (shape, value, about) => shape.encrypt(dataKeys, value, about))
    : row
}

/** Why a JSON value of a row could not be decrypted; undefined when it was. */
export function unreadableReason(value: object | undefined): string | undefined {
  const { [UNREADABLE]: ofItem, [UNREADABLE_FIELD]: whole }: { [UNREADABLE]?: unknown; [UNREADABLE_FIELD]?: unknown } =
    value ?? {}
  return isUnreadable(ofItem) ? String(ofItem) : isUnreadable(whole) ? String(whole) : undefined
}

/** The stored row with its personal columns decrypted. A row from a time without keys is returned as it is. */
export function decrypted<Row extends object>({ dataKeys }: WithKeys, table: EncryptedTableName, row: Row): Row {
  return changed(table, row, (shape, value, about) => shape.decrypt(dataKeys, value, about))
}

function changed<Row extends object>(
  table: EncryptedTableName,
  row: Row,
  change: (shape: Shape, value: unknown, about: About) => unknown,
): Row {
  let copy: Json | undefined
  for (const [column, shape] of shapesOf(table)) {
    const value = (row as Json)[column]
    if (value === undefined || value === null) continue
    const given = change(shape, value, () => aboutOf(table, column, row))
    if (given !== value) copy = { ...(copy ?? row), [column]: given }
  }
  return (copy ?? row) as Row
}

/** Columns of a stored row with something that is not encrypted with the first key, decrypted. */
export function outdated(keys: DataKeys, table: EncryptedTableName, row: object): readonly string[] {
  return shapesOf(table).flatMap(([column, shape]) => {
    const parts = shape.parts((row as Json)[column])
    return parts.some((part) => encryptedWith(part) !== keys.encryptsWith) ? [column] : []
  })
}

/** Ids of the keys that encrypted the parts of a stored row; undefined stands for a part in clear. */
export const keysOf = (table: EncryptedTableName, row: object): (string | undefined)[] =>
  shapesOf(table).flatMap(([column, shape]) => shape.parts((row as Json)[column]).map(encryptedWith))
