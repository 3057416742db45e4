/** A person made a link with which a user sets a password: an invitation, or a later link. */
export interface MadeLink {
  readonly userId: string
  readonly madeById: string
}

/** Days after a link was made for which its user and its maker count as one person. */
export const DEFAULT_SAME_PERSON_DAYS = 30

/**
 * True when one person may be behind users of both groups. The maker of a link may have used the link, and may have made further links as
 * its user. So a user, the makers of the user's links, and their makers in turn, may act as that user.
 */
export function mayBeOnePerson(
  links: readonly MadeLink[],
  some: readonly string[],
  others: readonly string[],
): boolean {
  const actors = actorsBehind(links, others)
  return [...actorsBehind(links, some)].some((userId) => actors.has(userId))
}

function actorsBehind(links: readonly MadeLink[], users: readonly string[]): ReadonlySet<string> {
  const behind = new Set(users)
  // A set is iterated with what is added meanwhile.
  for (const user of behind) for (const { userId, madeById } of links) if (userId === user) behind.add(madeById)
  return behind
}
