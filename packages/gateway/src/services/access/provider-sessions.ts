import { createHash } from 'node:crypto'
import { isSignInUsedSince, noteSignIn } from '../../storage/access/sign-ins.ts'
import { lockProviderSession } from '../../storage/advisory-locks.ts'
import type { Queries } from '../../storage/database.ts'

/** The session at the provider in which a sign-in was made. */
export interface ProviderSession {
  readonly sid: string
  /** When the sign-in began: a logout before that is of no matter to it. Epoch milliseconds. */
  readonly beganAtMs: number
}

const digestOf = (sid: string): string => createHash('sha256').update(`ended session ${sid}`).digest('base64url')

/**
 * Keeps a session at the provider from being ended until the transaction ends: who ends it then finds the session that was opened here.
 * Before any user is locked, as who ends it does. False when it has been ended since the sign-in began.
 */
export async function holdProviderSession(tx: Queries, { sid, beganAtMs }: ProviderSession): Promise<boolean> {
  await lockProviderSession(tx, sid)
  return !(await isSignInUsedSince(tx, digestOf(sid), beganAtMs))
}

/** Notes that a session at the provider was ended: a sign-in in it that began before, of whichever user, opens no session any more. */
export async function endProviderSession(tx: Queries, sid: string, nowMs: number): Promise<void> {
  await lockProviderSession(tx, sid)
  await noteSignIn(tx, digestOf(sid), nowMs)
}
