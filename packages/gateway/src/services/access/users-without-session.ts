import { ROLES } from '@galla/contract/gateway-api/roles'
import type { Invitation, InviteUser, User } from '@galla/contract/gateway-api/users'
import type { GatewayContext } from '../../context.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { checkStorable } from '../validation.ts'
import { dropSecondFactor } from './second-factor.ts'
import {
  checkUserName,
  ensureFirstAdmin,
  inviteAgain,
  inviteUser,
  type StoredUser,
  userNamed,
  usersForConsole,
} from './users.ts'

// Users from outside the console, for an admin who cannot log in. A person who runs this can read the database anyway.

/** The users; an installation without any gets its first admin. */
export async function usersWithoutSession(context: GatewayContext): Promise<User[]> {
  await ensureFirstAdmin(context)
  return usersForConsole(context)
}

/** @throws GatewayError INVALID_REQUEST */
export async function inviteWithoutSession(context: GatewayContext, { name, role }: InviteUser): Promise<Invitation> {
  if (!ROLES.includes(role)) throw invalid('role', `must be one of ${ROLES.join(', ')}`)
  const checked = checkUserName(name)
  await ensureFirstAdmin(context)
  return inviteUser(context, { name: checked, role })
}

/** @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export async function linkWithoutSession(context: GatewayContext, name: string): Promise<Invitation> {
  return inviteAgain(context, (await named(context, name)).userId)
}

/** @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export async function removeFactorWithoutSession(context: GatewayContext, name: string): Promise<User> {
  return dropSecondFactor(context, (await named(context, name)).userId)
}

async function named(context: GatewayContext, name: string): Promise<StoredUser> {
  checkStorable(name, 'name')
  await ensureFirstAdmin(context)
  const user = await userNamed(context, name)
  if (!user) throw new GatewayError('NOT_FOUND', `There is no user ${name}`)
  return user
}
