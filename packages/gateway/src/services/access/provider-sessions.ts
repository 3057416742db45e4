import { createHash } from 'node:crypto'
import { isSignInUsed, useSignIn } from '../../storage/access/sign-ins.ts'
import { lockProviderSession } from '../../storage/advisory-locks.ts'
import type { Queries } from '../../storage/database.ts'

const digestOf = (sid: string): string => createHash('sha256').update(`ended session ${sid}`).digest('base64url')

/**
 * Keeps a session at the provider from being ended until the transaction ends: who ends it then finds the session that was opened here.
 * Before any user is locked, as who ends it does. False when it has been ended.
 */
export async function holdProviderSession(tx: Queries, sid: string): Promise<boolean> {
  await lockProviderSession(tx, sid)
  return !(await isSignInUsed(tx, digestOf(sid)))
}

/** Notes that a session at the provider was ended: a sign-in in it that waits, of whichever user, opens no session any more. */
export async function endProviderSession(tx: Queries, sid: string, nowMs: number): Promise<void> {
  await lockProviderSession(tx, sid)
  await useSignIn(tx, digestOf(sid), nowMs)
}
