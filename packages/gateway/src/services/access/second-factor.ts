import { createHash, randomBytes } from 'node:crypto'
import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import type { SecondFactor, SecondFactorKey, SecuritySettings, User } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import type { GatewayContext } from '../../context.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { keepActor, writeAudit } from '../../storage/access/audit.ts'
import { deletePasskeys } from '../../storage/access/passkeys.ts'
import {
  countRecoveryCodes,
  deleteUnneededCodes,
  enableApp,
  removeApp,
  savePendingKey,
  saveRecoveryCodes,
  useRecoveryCode,
  useStep,
} from '../../storage/access/second-factors.ts'
import { deleteSessionsOf } from '../../storage/access/sessions.ts'
import { lockUser, readUser, type UserRow, viewUser } from '../../storage/access/users.ts'
import type { Queries } from '../../storage/database.ts'
import { readMeta, saveMeta } from '../../storage/meta.ts'
import { createEncryption, type Encryption } from '../../storage/privacy/encryption.ts'
import { afterEnding, inAnySession } from './audit.ts'
import { tellUser } from './tell-user.ts'
import { lockProved } from './users.ts'

/** Seconds for which a code is shown. */
const PERIOD_SEC = 30
/** A code of the period before or after is accepted: clocks differ. */
const WINDOW = 1
const RECOVERY_CODES = 10

/** The context, and what encrypts the keys. */
export interface FactorContext {
  readonly gateway: GatewayContext
  readonly encryption: Encryption
}

/** Encrypts keys under the client secret, which is never stored. */
export const factorEncryption = (clientSecret: string): Encryption => createEncryption(clientSecret, 'second factor')

/** Returns the generator of one-time codes with settings that all authenticator apps support: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Galla', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SEC, secret })

/** The period of a code that fits now; undefined when it does not. */
function stepOf({ gateway, encryption }: FactorContext, user: UserRow, encrypted: string, code: string) {
  const key = encryption.decrypt(encrypted, user.userId)
  if (key === undefined || !/^\d{6}$/.test(code)) return undefined
  const timestamp = gateway.clock.now()
  const delta = totpOf(Secret.fromBase32(key), user.name).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SEC) + delta
}

/** Returns the digest of a recovery code. A code has 80 random bits, so the digest needs no secret and outlives a new client secret. */
const digestOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest('base64url')

const newRecoveryCode = () =>
  new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')

/** Tells whether a code of the app, or a recovery code, is the user's, and uses up the code. */
export async function isCodeOf(context: FactorContext, user: UserRow, given: string): Promise<boolean> {
  const code = given.replace(/\s/g, '')
  const step = user.totpSecret === undefined ? undefined : stepOf(context, user, user.totpSecret, code)
  const { database } = context.gateway
  if (step !== undefined) return useStep(database, user.userId, step)
  if (code.length < 16 || !(await useRecoveryCode(database, user.userId, digestOf(code)))) return false
  await auditFactor(inAnySession(context.gateway), user, 'used a recovery code')
  return true
}

export async function secondFactorOf({ database }: GatewayContext, userId: string): Promise<SecondFactor> {
  const user = await existing(readUser(database, userId), userId)
  return {
    enabled: user.totpSecret !== undefined,
    required: (await securitySettings({ database })).secondFactorRoles.includes(user.role),
    recoveryCodes: await countRecoveryCodes(database, userId),
  }
}

/** Stores ten new recovery codes of a user, which are shown once. */
export async function newRecoveryCodes(tx: Queries, userId: string): Promise<string[]> {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await saveRecoveryCodes(tx, userId, recoveryCodes.map(digestOf))
  return recoveryCodes
}

/** A new key for an authenticator app of a user without one, whose password the caller has checked. @throws StaleLoginError */
export async function beginSecondFactor(
  { gateway, encryption }: FactorContext,
  proved: UserRow,
): Promise<SecondFactorKey> {
  const { userId, name } = proved
  const secret = new Secret({ size: 20 })
  await gateway.database.transaction(async (tx) => {
    await lockProved(tx, proved)
    await keepActor(tx, gateway.actor)
    await savePendingKey(tx, userId, encryption.encrypt(secret.base32, userId))
  })
  return { uri: totpOf(secret, name).toString(), secret: secret.base32 }
}

/**
 * Turns the second factor on, and ends the user's other sessions, in which no second factor was given.
 * @throws GatewayError INVALID_REQUEST when the code does not fit the new key
 */
export async function confirmSecondFactor(
  context: FactorContext,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  code: string,
): Promise<string[]> {
  const { gateway } = context
  const { user, recoveryCodes } = await gateway.database.transaction(async (tx) => {
    const user = await existing(lockUser(tx, userId), userId)
    const step =
      user.totpPending === undefined ? undefined : stepOf(context, user, user.totpPending, code.replace(/\s/g, ''))
    if (step === undefined) throw invalid('code', 'does not fit the new key: check the clock of the phone')
    await enableApp(tx, userId, step)
    const recoveryCodes = await newRecoveryCodes(tx, userId)
    await deleteSessionsOf(tx, userId, { but: sessionId })
    await auditFactor({ ...gateway, database: tx }, user, 'turned the second factor on')
    return { user, recoveryCodes }
  })
  tellUser(gateway, user, 'second-factor-on')
  return recoveryCodes
}

/**
 * Turns the second factor off and ends the user's sessions: the app, and the passkeys as well. `own`: the user asks, as whom the caller has
 * checked, in this session, which stays; so do the passkeys.
 * @throws GatewayError NOT_FOUND, StaleLoginError
 */
export async function dropSecondFactor(
  gateway: GatewayContext,
  userId: string,
  own?: { readonly proved: UserRow; readonly sessionId: string },
): Promise<User> {
  const dropped = await gateway.database.transaction(async (tx) => {
    const user = own ? await lockProved(tx, own.proved) : await existing(lockUser(tx, userId), userId)
    await removeApp(tx, userId)
    if (!own) await deletePasskeys(tx, userId)
    await deleteUnneededCodes(tx, userId)
    const ended = await deleteSessionsOf(tx, userId, own ? { but: own.sessionId } : {})
    await auditFactor({ ...afterEnding(gateway, ended), database: tx }, user, 'turned the second factor off')
    return viewUser(await existing(readUser(tx, userId), userId))
  })
  tellUser(gateway, dropped, 'second-factor-off')
  return dropped
}

const REQUIRED_KEY = 'secondFactorRoles'

/** Reads the roles that must have a second factor. */
export async function securitySettings({ database }: { readonly database: Queries }): Promise<SecuritySettings> {
  const stored = (await readMeta(database, REQUIRED_KEY))?.split(',') ?? []
  return { secondFactorRoles: ROLES.filter((role) => stored.includes(role)) }
}

/** Saves which roles must have a second factor. Recorded in the audit log. */
export async function saveSecuritySettings(
  gateway: GatewayContext,
  settings: SecuritySettings,
): Promise<SecuritySettings> {
  return gateway.database.transaction(async (tx) => {
    const database = tx
    const textOf = (roles: readonly Role[]) => ROLES.filter((role) => roles.includes(role)).join(',')
    const before = { secondFactorRoles: textOf((await securitySettings({ database })).secondFactorRoles) }
    const after = { secondFactorRoles: textOf(settings.secondFactorRoles) }
    await saveMeta(tx, REQUIRED_KEY, after.secondFactorRoles)
    const entry = { atMs: gateway.clock.now(), what: 'changed', kind: 'setting', id: 'second factor' } as const
    await writeAudit({ ...gateway, database }, { ...entry, before, after })
    return securitySettings({ database })
  })
}

function auditFactor(
  context: Pick<GatewayContext, 'clock' | 'actor'> & { readonly database: Queries },
  { userId, name }: UserRow,
  what: PlainAuditAction,
): Promise<void> {
  return writeAudit(context, { atMs: context.clock.now(), what, kind: 'user', id: userId, detail: name })
}

async function existing(reading: Promise<UserRow | undefined>, userId: string): Promise<UserRow> {
  const user = await reading
  if (!user) throw new GatewayError('NOT_FOUND', `There is no user ${userId}`)
  return user
}
