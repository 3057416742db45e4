import type { Queries } from './database.ts'

/** Something that a person did in the console. Never the value that was looked at. */
export interface Deed {
  readonly atMs: number
  readonly what: string
  readonly kind: 'order' | 'refund' | 'callback' | 'effect' | 'session'
  readonly id: string
  readonly detail?: string
}

export async function writeAudit(on: Queries, deed: Deed): Promise<void> {
  await on.query({
    name: 'write-audit',
    text: 'insert into galla.audit ("atMs", "what", "kind", "id", "detail") values ($1, $2, $3, $4, $5)',
    values: [deed.atMs, deed.what, deed.kind, deed.id, deed.detail],
  })
}
