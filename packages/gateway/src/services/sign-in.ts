import { createHash } from 'node:crypto'
import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import type { GatewayContext } from '../context.ts'
import { isStorable } from '../domain/masking.ts'
import { writeAudit } from '../storage/audit.ts'
import type { Queries } from '../storage/database.ts'
import { createEncryption, type Encryption } from '../storage/encryption.ts'
import { endInvitations } from '../storage/invitations.ts'
import { findLinkedUser, saveLink, useSignIn } from '../storage/sign-ins.ts'
import { findUser, lockUser, type UserRow } from '../storage/users.ts'
import { actingAs } from './audit.ts'
import { type OidcIdentity, type OidcSettings, SignInError } from './oidc.ts'
import { changeUser } from './users.ts'

/** Encrypts what the browser keeps between the steps of a sign-in. */
export const signInEncryption = (clientSecret: string): Encryption => createEncryption(clientSecret, 'sign-in')

/** An address that cannot look like another one: names of users are compared in any case. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/

/** OpenID Connect allows no longer id of an account. */
const MAX_SUBJECT = 255

/**
 * The user of an account of the provider. At first it is the enabled user whose name is the account's verified e-mail address, and is linked
 * to the account; from then on only the account counts. No user is created. A state is used once.
 * @throws SignInError EXPIRED, NOT_VERIFIED, UNKNOWN_USER, OTHER_ACCOUNT, NO_ROLE
 */
export async function signInWith(
  context: GatewayContext,
  identity: OidcIdentity,
  { state, roles }: { readonly state: string; readonly roles: OidcSettings['roles'] },
): Promise<UserRow> {
  const role = roles && highestOf(identity.roleValues.map((value) => roles.values[value]))
  const { userId } = await context.database.transaction(async (tx) => {
    const digest = createHash('sha256').update(state).digest('base64url')
    if (!(await useSignIn(tx, digest, context.clock.now()))) throw new SignInError('EXPIRED')
    const user = await userOf(tx, identity)
    if (roles && !role) throw new SignInError('NO_ROLE')
    if (user.oidcSubject === undefined) await link(context, tx, user, identity)
    return user
  })
  // The last admin stays one, whatever the provider says.
  if (role) await changeUser(actingAs(context, { ...context.actor, who: 'program' }), userId, { role })
  const user = await lockUser(context.database, userId)
  if (!user || user.disabledAtMs !== undefined) throw new SignInError('UNKNOWN_USER')
  // An admin may have unlinked the account meanwhile: a session must not be opened for it.
  if (user.oidcIssuer !== identity.issuer || user.oidcSubject !== identity.subject) throw new SignInError('EXPIRED')
  return user
}

async function userOf(tx: Queries, { issuer, subject, email = '', isVerified }: OidcIdentity): Promise<UserRow> {
  if (!isVerified || email.length > 100 || !ADDRESS.test(email)) throw new SignInError('NOT_VERIFIED')
  if (subject.length > MAX_SUBJECT || !isStorable(subject)) throw new SignInError('NOT_VERIFIED')
  const found = (await findLinkedUser(tx, issuer, subject)) ?? (await findUser(tx, email))
  const user = found && (await lockUser(tx, found.userId))
  if (!user || user.disabledAtMs !== undefined) throw new SignInError('UNKNOWN_USER')
  // The address may have been given to another person since.
  const isOther = user.oidcSubject !== undefined && (user.oidcSubject !== subject || user.oidcIssuer !== issuer)
  if (isOther) throw new SignInError('OTHER_ACCOUNT')
  return user
}

async function link(context: GatewayContext, tx: Queries, user: UserRow, identity: OidcIdentity): Promise<void> {
  const { userId, name } = user
  const { issuer, subject } = identity
  await saveLink(tx, userId, { issuer, subject })
  // Who proved to be the user needs no link to set a password any more.
  await endInvitations(tx, userId, { own: true })
  const actor = { who: name, userId, address: context.actor?.address }
  const atMs = context.clock.now()
  const entry = { atMs, what: 'linked an account of the provider', kind: 'user', id: userId, detail: name } as const
  await writeAudit({ database: tx, actor }, { ...entry, after: { issuer, subject } })
}

function highestOf(roles: readonly (Role | undefined)[]): Role | undefined {
  return [...ROLES].reverse().find((role) => roles.includes(role))
}
