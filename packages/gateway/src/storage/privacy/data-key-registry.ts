import { GatewayError } from '../../errors.ts'
import type { Database, Queries } from '../database.ts'
import { readMeta } from '../meta.ts'

/** Rows of `galla.meta`, each followed by the id of a key: a check value of every key that was configured, which keys have encrypted, and which are lost. */
const CHECK = 'check of data key '
const WRITTEN = 'written with data key '
const LOST = 'lost data key '

/**
 * Stores what the database has to remember of the keys: a check value of each, because two replicas with other bytes under one id could not read
 * each other's values, and that the first one encrypts. A database that was written with a key is opened with this key only, or when the
 * key is lost.
 * @param lost ids of keys that nobody has any more: what they encrypted stays unreadable, and the database no longer needs them
 * @throws Error that names the id of a key that is missing, or has other bytes. Then nothing is stored
 */
export async function openDataKeys(database: Database, lost: readonly string[] = []): Promise<void> {
  const { checkValues } = database.dataKeys
  await database.transaction(async (tx) => {
    // Sorted: replicas that start together store them in one order.
    for (const id of [...checkValues.keys()].sort()) {
      const [key, value] = [`${CHECK}${id}`, String(checkValues.get(id))]
      await insertMeta(tx, key, value)
      if ((await readMeta(tx, key)) === value) continue
      throw new GatewayError(
        'INVALID_OPTION',
        `This database was used with another data key with the id ${JSON.stringify(id)}. Configure dataKeys (GALLA_DATA_KEYS) with the same bytes as on the other replicas; give a new key an id of its own`,
        { field: 'dataKeys' },
      )
    }
    await forget(tx, WRITTEN, lost)
    for (const id of [...lost].sort()) await insertMeta(tx, `${LOST}${id}`, '')
    // Somebody has found it.
    await forget(tx, LOST, [...checkValues.keys()])
    const missing = await missingDataKeys(tx)
    if (missing.length > 0)
      throw new GatewayError('INVALID_OPTION', complaintOf(missing, checkValues.size > 0), { field: 'dataKeys' })
    await rememberWriting(tx)
  })
}

/** Stores that the first key encrypts: also while the gateway runs, because a rotation by another process forgets keys that it replaced. */
export async function rememberWriting(on: Queries): Promise<void> {
  const { encryptsWith } = on.dataKeys
  if (encryptsWith !== undefined) await insertMeta(on, `${WRITTEN}${encryptsWith}`, '')
}

/**
 * After a rotation: the database needs the first key, and those of the values that the rotation could not read, unless they are lost. One of them may
 * have been forgotten: a process went on writing with it after an earlier rotation, and ended before it said so.
 */
export async function keepNeededKeys(on: Queries, unreadable: ReadonlySet<string>): Promise<void> {
  const ids = await writtenWith(on)
  const others = ids.filter((id) => id !== on.dataKeys.encryptsWith && !unreadable.has(id))
  await forget(on, WRITTEN, others)
  const lost = await idsOf(on, LOST)
  for (const id of [...unreadable].sort()) if (!lost.includes(id)) await insertMeta(on, `${WRITTEN}${id}`, '')
}

/** Ids of the keys that the database was written with and that are not configured here; empty when all are. */
export async function missingDataKeys(on: Queries): Promise<readonly string[]> {
  return (await writtenWith(on)).filter((id) => !on.dataKeys.has(id))
}

/**
 * Ids of the keys that the database was written with. An earlier release left their check values only: without keys, these count while there is
 * nothing else.
 */
export async function writtenWith(on: Queries): Promise<readonly string[]> {
  const written = await idsOf(on, WRITTEN)
  return written.length > 0 || on.dataKeys.encryptsWith !== undefined ? written : idsOf(on, CHECK)
}

async function idsOf(on: Queries, prefix: string): Promise<readonly string[]> {
  const { rows } = await on.query<{ key: string }>({
    text: 'select "key" from galla.meta where starts_with("key", $1) order by "key"',
    values: [prefix],
  })
  return rows.map(({ key }) => key.slice(prefix.length))
}

async function insertMeta(on: Queries, key: string, value: string): Promise<void> {
  await on.query({
    text: 'insert into galla.meta ("key", "value") values ($1, $2) on conflict do nothing',
    values: [key, value],
  })
}

async function forget(on: Queries, prefix: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await on.query({
    text: 'delete from galla.meta where "key" = any($1)',
    values: [ids.map((id) => `${prefix}${id}`)],
  })
}

function complaintOf(missing: readonly string[], hasKeys: boolean): string {
  const names = `the data ${missing.length === 1 ? 'key' : 'keys'} ${missing.map((id) => JSON.stringify(id)).join(', ')}`
  const problem = hasKeys
    ? `This database is encrypted with ${names}, which dataKeys (GALLA_DATA_KEYS) does not have: add the keys of the other replicas`
    : `This database is encrypted with ${names}, and without dataKeys (GALLA_DATA_KEYS) personal data would be stored in clear: set the keys of the other replicas`
  const lost = missing.map((id) => `'${id}'`).join(', ')
  return `${problem}. Only if a key is lost for good, ${hasKeys ? '' : 'set a new one and '}name it in dataKeysLost: [${lost}] (GALLA_DATA_KEYS_LOST=${missing.join(',')}): data that it encrypted stays unreadable`
}
