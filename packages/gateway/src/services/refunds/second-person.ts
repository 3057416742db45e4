import type { GatewayContext } from '../../context.ts'
import { mayBeOnePerson } from '../../domain/access/one-person.ts'
import { mayDo } from '../../domain/access/roles.ts'
import { onePersonSince } from '../../domain/refunds/controls.ts'
import { GatewayError } from '../../errors.ts'
import { creatorOfKey } from '../../storage/access/api-keys.ts'
import { linksMadeAfter } from '../../storage/access/invitations.ts'
import { listUsers } from '../../storage/access/users.ts'
import type { RefundRow } from '../../storage/refunds/refunds.ts'
import { isOfKey } from '../access/api-keys.ts'

/**
 * Refuses an approval by a user behind whom may be the person who requested the refund, or who created the key that did.
 * @throws GatewayError SECOND_PERSON_NEEDED, which names who may approve
 */
export async function checkSecondPerson(context: GatewayContext, refund: RefundRow, userId: string): Promise<void> {
  const { database, clock, refundControls = {} } = context
  const links = await linksMadeAfter(database, onePersonSince(refundControls, clock.now()))
  const requesters = await requestersOf(context, refund)
  const isSecond = (other: string) => !mayBeOnePerson(links, requesters, [other])
  if (isSecond(userId)) return
  const others = (await listUsers(database)).filter(
    (user) => user.disabledAtMs === undefined && mayDo(user.role, 'refund') && isSecond(user.userId),
  )
  throw secondPersonNeeded(others.map(({ name }) => name))
}

/**
 * Ids of the users who may not approve the refund because they requested it: by themselves, or by a key that they created.
 * @throws GatewayError SECOND_PERSON_NEEDED when a key requested the refund and the creator of the key is not known
 */
async function requestersOf(
  { database }: GatewayContext,
  { requestedById, requestedBy }: RefundRow,
): Promise<readonly string[]> {
  if (requestedById === undefined) return []
  if (!isOfKey(requestedBy)) return [requestedById]
  const creator = await creatorOfKey(database, requestedById)
  if (!creator) throw new GatewayError('SECOND_PERSON_NEEDED', UNKNOWN_CREATOR)
  return creator.userId === undefined ? [] : [creator.userId]
}

const UNKNOWN_CREATOR =
  'An API key requested the refund, and the gateway does not know who created the key, so anybody may be that person. Decline it, and request the refund again'

/** Names that a refusal lists. */
const MAX_NAMES = 5

/** @param mayApprove names of users, when they are known */
export function secondPersonNeeded(mayApprove?: readonly string[]): GatewayError {
  const rule =
    'Nobody can approve their own request, the request of a key that they created, or the request of a user who counts as the same person because of a link to set a password'
  const names = mayApprove?.slice(0, MAX_NAMES).join(', ')
  const who =
    names === undefined
      ? 'Another person with the role finance or admin has to approve, in the console'
      : names === ''
        ? 'At present, nobody may approve. A link makes its maker and its user count as one person for 30 days, unless your server sets another number. Invite a person with galla gateway users add: the link of this command joins no two people'
        : `These may: ${names}`
  return new GatewayError('SECOND_PERSON_NEEDED', `${rule}. ${who}`)
}
