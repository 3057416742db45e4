import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

/** A row of `galla.passkeys`. */
export interface PasskeyRow {
  readonly passkeyId: string
  /** As the authenticator names it, base64url. */
  readonly credentialId: string
  readonly userId: string
  readonly name: string
  readonly host: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAtMs: number
  readonly lastUsedAtMs?: number
}

const COLUMNS = `"passkeyId", "credentialId", "userId", "name", "host", "publicKey", "counter", "transports", "createdAtMs", "lastUsedAtMs"`

/** Stores a passkey; false when its credential is stored already. */
export async function insertPasskey(tx: Queries, row: PasskeyRow): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into galla.passkeys (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null) on conflict do nothing`,
    values: [
      row.passkeyId,
      row.credentialId,
      row.userId,
      row.name,
      row.host,
      Buffer.from(row.publicKey),
      row.counter,
      row.transports,
      row.createdAtMs,
    ],
  })
  return rowCount === 1
}

/** The passkeys of a user, the oldest first. */
export async function passkeysOf(on: Queries, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.passkeys where "userId" = $1 order by "createdAtMs", "passkeyId"`,
    values: [userId],
  })
  return rows.map((row) => withoutNulls<PasskeyRow>(row))
}

export async function findPasskey(on: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.passkeys where "credentialId" = $1`,
    values: [credentialId],
  })
  return rows[0] && withoutNulls<PasskeyRow>(rows[0])
}

/** Tells whether anybody has a passkey for a host name. */
export async function hasPasskeysFor(on: Queries, host: string): Promise<boolean> {
  const { rows } = await on.query({ text: 'select from galla.passkeys where "host" = $1 limit 1', values: [host] })
  return rows.length > 0
}

/** Records a use; false when the passkey is gone, or was used meanwhile with a counter. */
export async function savePasskeyUse(
  on: Queries,
  { passkeyId, counter }: Pick<PasskeyRow, 'passkeyId' | 'counter'>,
  used: { readonly counter: number; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    text: 'update galla.passkeys set "counter" = $3, "lastUsedAtMs" = $4 where "passkeyId" = $1 and "counter" = $2',
    values: [passkeyId, counter, used.counter, used.nowMs],
  })
  return rowCount === 1
}

/** Deletes passkeys of a user: one, or all. @returns how many */
export async function deletePasskeys(tx: Queries, userId: string, only?: string): Promise<number> {
  const { rowCount } = await tx.query({
    text: 'delete from galla.passkeys where "userId" = $1 and ($2::text is null or "passkeyId" = $2)',
    values: [userId, only],
  })
  return rowCount ?? 0
}

/**
 * Stores the open challenge of a session or a login, in place of the one before. Those that have expired are deleted, unless another request
 * has locked them.
 */
export async function saveChallenge(
  on: Queries,
  one: { readonly boundTo: string; readonly challenge: string; readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await on.query({
    text: `with old as (delete from galla.passkey_challenges where "boundTo" in (select "boundTo" from galla.passkey_challenges
        where "expiresAtMs" <= $3 and "boundTo" <> $1 for update skip locked))
      insert into galla.passkey_challenges ("boundTo", "challenge", "expiresAtMs") values ($1, $2, $4)
      on conflict ("boundTo") do update set "challenge" = excluded."challenge", "expiresAtMs" = excluded."expiresAtMs"`,
    values: [one.boundTo, one.challenge, one.nowMs, one.expiresAtMs],
  })
}

/** Takes a challenge, once, by whichever replica; undefined when there is none or it has expired. */
export async function takeChallenge(on: Queries, boundTo: string, nowMs: number): Promise<string | undefined> {
  const { rows } = await on.query<{ challenge: string; expiresAtMs: number }>({
    text: 'delete from galla.passkey_challenges where "boundTo" = $1 returning "challenge", "expiresAtMs"',
    values: [boundTo],
  })
  return rows[0] && nowMs < rows[0].expiresAtMs ? rows[0].challenge : undefined
}
