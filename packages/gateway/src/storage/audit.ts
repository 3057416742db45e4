import type { Queries } from './database.ts'

/** An action of a person in the console. It never holds a revealed value. */
export interface AuditEntry {
  readonly atMs: number
  readonly what: string
  readonly kind: 'order' | 'refund' | 'callback' | 'delivery' | 'subscription' | 'session' | 'payer'
  /** Of a payer: a keyed digest of what named it. */
  readonly id: string
  readonly detail?: string
}

export async function writeAudit(on: Queries, entry: AuditEntry): Promise<void> {
  await on.query({
    name: 'write-audit',
    text: 'insert into galla.audit ("atMs", "what", "kind", "id", "detail") values ($1, $2, $3, $4, $5)',
    values: [entry.atMs, entry.what, entry.kind, entry.id, entry.detail],
  })
}

export interface AuditRow {
  readonly atMs: number
  readonly what: string
  readonly detail: string | null
}

/** The audit entries of an order, oldest first, at most 500. */
export async function auditOfOrder(on: Queries, merchantOrderId: string): Promise<AuditRow[]> {
  const { rows } = await on.query<AuditRow>({
    text: `select "atMs", "what", "detail" from galla.audit where "kind" = 'order' and "id" = $1 order by "auditId" limit 500`,
    values: [merchantOrderId],
  })
  return rows
}
