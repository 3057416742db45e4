import { randomBytes } from 'node:crypto'
import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import type { SessionUser, UserSession } from '@galla/contract/gateway-api/users'
import type { Clock, GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  type Proved,
  type SessionCredentials,
  type SessionRow,
  saveProof,
  sessionsOf,
  touchSession,
} from '../../storage/access/sessions.ts'
import { saveLogin } from '../../storage/access/users.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { afterEnding, inAnySession } from './audit.ts'
import { holdProviderSession, type ProviderSession } from './provider-sessions.ts'
import { securitySettings } from './second-factor.ts'
import { StaleLoginError } from './users.ts'

/** The part of the console's keys that sessions need. */
interface Digester {
  digest(token: string): string
}

/** Session limits: without use, and in total. Milliseconds. */
const IDLE_MS = 60 * 60_000
const ABSOLUTE_MS = 12 * 60 * 60_000

/** Smallest interval between two updates of the last use. Milliseconds. */
const TOUCH_MS = 60_000

const MAX_BROWSER = 200

const expiryOf = (createdAtMs: number, usedAtMs: number) => Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS)

const expiredAt = (nowMs: number) => ({ usedBeforeMs: nowMs - IDLE_MS, createdBeforeMs: nowMs - ABSOLUTE_MS })

export interface OpenSession {
  readonly sessionId: string
  readonly csrfToken: string
  readonly expiresAtMs: number
  readonly user: SessionUser
  /** The role needs a second factor, which the user does not have yet. */
  readonly secondFactorNeeded: boolean
}

/** An open session that was found. */
export interface FoundSession extends OpenSession {
  /** When the person last proved who they are. */
  readonly provedAtMs: number
  readonly credentials: SessionCredentials
}

/** The user and the place of a new session. */
export interface NewSessionOf {
  readonly user: SessionUser
  readonly hasSecondFactor?: boolean
  readonly address?: string | undefined
  /** As the browser names itself. */
  readonly browser?: string | undefined
  /** The session at the provider in which the user signed in. */
  readonly providerSession?: ProviderSession | undefined
  /** When the person proved who they are; 0 when that is not known. @default now */
  readonly provedAtMs?: number | undefined
  /** The stored credentials that the login was checked against. */
  readonly proved?: Proved
}

export interface Sessions {
  /**
   * Always creates a new token (no session fixation) and closes the session `before`. What `record` writes is committed with it: there
   * is no session without its entry in the audit log.
   * @throws StaleLoginError
   */
  open(
    of: NewSessionOf,
    before?: string,
    record?: (tx: Queries) => Promise<void>,
  ): Promise<OpenSession & { readonly token: string }>
  /** The open session of the token; counts as a use. */
  find(token: string): Promise<FoundSession | undefined>
  /** Like `find`, but does not count as a use: an idle page must not extend the session. */
  peek(token: string): Promise<FoundSession | undefined>
  close(token: string): Promise<void>
}

/** Sessions in the database: shared by all replicas, closed at once by a logout. Only a token's digest is stored. */
export function sessionsIn(database: Database, password: Digester, clock: Clock): Sessions {
  const close = (token: string): Promise<void> => deleteSession(database, password.digest(token))
  const read = async (digest: string) => {
    const row = await findSession(database, digest)
    return row && clock.now() < expiryOf(row.createdAtMs, row.usedAtMs) ? row : undefined
  }

  const needed = async ({ role }: SessionUser, hasSecondFactor: boolean) => ({
    secondFactorNeeded: !hasSecondFactor && (await securitySettings({ database })).secondFactorRoles.includes(role),
  })

  const viewed = async (row: SessionRow, usedAtMs: number): Promise<FoundSession> => {
    const { sessionId, csrf, createdAtMs, provedAtMs, user, credentials } = row
    const expiresAtMs = expiryOf(createdAtMs, usedAtMs)
    const hasSecondFactor = credentials.hasApp || credentials.passkeyHosts.length > 0
    return {
      sessionId,
      csrfToken: csrf,
      expiresAtMs,
      user,
      provedAtMs,
      credentials,
      ...(await needed(user, hasSecondFactor)),
    }
  }

  return {
    close,
    async open(
      { user, hasSecondFactor = false, address, browser, providerSession, provedAtMs, proved },
      before,
      record,
    ) {
      const nowMs = clock.now()
      const token = randomBytes(32).toString('base64url')
      const csrfToken = randomBytes(32).toString('base64url')
      const sessionId = randomBytes(9).toString('base64url')
      const row = { digest: password.digest(token), sessionId, userId: user.userId, csrf: csrfToken, nowMs, address }
      const session = {
        ...row,
        browser: browser?.slice(0, MAX_BROWSER),
        providerSid: providerSession?.sid,
        provedAtMs: provedAtMs ?? nowMs,
        proved,
      }
      // The session at the provider, the user, the entry of the audit log last: as every change of users takes its locks.
      await database.transaction(async (tx) => {
        if (providerSession && !(await holdProviderSession(tx, providerSession))) throw new StaleLoginError()
        await saveLogin(tx, user.userId, nowMs)
        if (!(await insertSession(tx, session, expiredAt(nowMs)))) throw new StaleLoginError()
        if (before !== undefined) await deleteSession(tx, password.digest(before))
        await record?.(tx)
      })
      return {
        token,
        sessionId,
        csrfToken,
        expiresAtMs: expiryOf(nowMs, nowMs),
        user,
        ...(await needed(user, hasSecondFactor)),
      }
    },
    async peek(token) {
      const row = await read(password.digest(token))
      return row && viewed(row, row.usedAtMs)
    },
    async find(token) {
      const nowMs = clock.now()
      const digest = password.digest(token)
      const row = await read(digest)
      if (!row) return undefined
      if (nowMs - row.usedAtMs >= TOUCH_MS) await touchSession(database, digest, nowMs)
      return viewed(row, nowMs)
    },
  }
}

/** The open sessions of a user, the latest use first. `current` is the session that asks. */
export async function listSessions(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  userId: string,
  current?: string,
): Promise<UserSession[]> {
  const rows = await sessionsOf(database, userId, expiredAt(clock.now()))
  return rows.map(({ sessionId, createdAtMs, usedAtMs, address, browser }) => ({
    sessionId,
    createdAtMs,
    usedAtMs,
    expiresAtMs: expiryOf(createdAtMs, usedAtMs),
    ...defined({ address: address ?? undefined, browser: browser ?? undefined }),
    ...(sessionId === current ? { current: true as const } : {}),
  }))
}

/** Ends sessions of a user: one, or all. Recorded in the audit log. @returns how many */
export function closeSessions(
  context: GatewayContext,
  user: Pick<SessionUser, 'userId' | 'name'>,
  only?: string,
): Promise<number> {
  return context.database.transaction(async (tx) => {
    const ended = await deleteSessionsOf(tx, user.userId, defined({ only }))
    if (ended.length > 0) {
      const entry = { atMs: context.clock.now(), kind: 'user', id: user.userId, detail: user.name } as const
      const what = only === undefined ? 'ended all sessions' : 'ended a session'
      await writeAudit({ ...afterEnding(context, ended), database: tx }, { ...entry, what })
    }
    return ended.length
  })
}

/**
 * Records that the person in a session has proved again who they are, and in the audit log how.
 * @throws StaleLoginError when the session was ended
 */
export function proveAgain(
  context: GatewayContext,
  { sessionId }: Pick<OpenSession, 'sessionId'>,
  how: string,
): Promise<void> {
  return context.database.transaction(async (tx) => {
    const nowMs = context.clock.now()
    if (!(await saveProof(tx, sessionId, nowMs))) throw new StaleLoginError()
    await auditLogin({ ...context, database: tx }, 'proved the identity again', nowMs, how)
  })
}

type LoginAction = Extract<
  PlainAuditAction,
  | 'logged in'
  | 'logged out'
  | 'proved the identity again'
  | 'wrong password'
  | 'wrong code'
  | 'wrong passkey'
  | 'sign-in refused'
>

/** Records a login, a logout, or an attempt with a wrong password in the audit log. */
export function auditLogin(
  context: Pick<GatewayContext, 'actor'> & { readonly database: Queries },
  what: LoginAction,
  atMs: number,
  detail?: string,
): Promise<void> {
  return writeAudit(inAnySession(context), { atMs, what, kind: 'session', id: '', ...defined({ detail }) })
}
