/** One entry of the audit log. */
export interface AuditEntry {
  /** Its number; the first entry has 1, and none is left out. */
  auditId: string
  atMs: number
  /** Name of a user, `key:NAME` for a call with a stored key of the merchant API, `program` for one with a configured key or of the gateway's methods, `unknown` for a login with a name that nobody has. */
  who: string
  /** Id of the user. */
  userId?: string
  /** Address of the client, when the host server tells it. */
  address?: string
  /** The action, in English: an `AuditAction`, or the words of an older release. */
  what: string
  /** Kind of the record that the action was done to. */
  kind:
    | 'order'
    | 'refund'
    | 'callback'
    | 'delivery'
    | 'subscription'
    | 'session'
    | 'payer'
    | 'export'
    | 'user'
    | 'setting'
    | 'key'
    | 'reconciliation'
    | 'refund-file'
    | 'settlement-report'
    | 'bank-statement'
    | 'dispute'
    | 'plan'
    | 'plan-subscription'
    | 'view'
  id: string
  /** A note or a count; it is erased with the payer's data. */
  detail?: string
  /** The changed values before and after the action: roles, states, amounts. */
  before?: { [field: string]: string | number | boolean }
  after?: { [field: string]: string | number | boolean }
  /** SHA-256 over this entry and the hash of the one before, in hex. */
  hash: string
}

/** Filters of the audit log. */
export interface ListAudit {
  readonly kind?: string | undefined
  readonly id?: string | undefined
  /** Name, as it is in the entries. */
  readonly who?: string | undefined
  /** Part of `what`, in any case: `approved`. */
  readonly what?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** The same as texts of a query string. */
export type AuditQuery = { [Name in keyof ListAudit]?: string }

/** Result of computing the chain again. */
export interface AuditCheck {
  entries: number
  /** The first entry that does not fit the one before it: it, or what stood before it, was changed or removed. */
  brokenAt?: string
  /** Notes that were not compared with the chain, because the data key that encrypted them is missing. */
  unreadable?: number
  /** Hash of the last entry. Noted elsewhere, it shows later whether entries at the end were removed. */
  head?: string
}
