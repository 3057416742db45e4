import type { GatewayContext } from '../../context.ts'
import { createWorkQueue } from '../../storage/work-queue.ts'
import { rateLimit } from '../rate-limit.ts'
import { countAttempts } from './attempt-counter.ts'
import {
  type CodeSource,
  type LoginSource,
  limitOfChecks,
  limitOfLogins,
  limitsOfChallenge,
  limitsOfCodes,
  limitsOfPassword,
  limitsOfSignIn,
  type PasswordLimits,
  type SignInSource,
} from './login-limits.ts'

/** Checks of one user in open sessions that wait. One runs, of all users: they must not take the slots, or the processors, of logins. */
const MAX_WAITING_CHECKS = 2
/** Passwords that are set by a link at the same time, those that wait, and those of one link that wait: each costs as much as a login. */
const LINKS = { places: 1, waiting: 10, waitingOfKey: 1 }
/**
 * Attempts at the same time, of known browsers and of all others: each costs 32 MiB. Further ones wait, of one address, or of one user in
 * known browsers, at most six.
 */
const ATTEMPTS = { places: 2, placesOfKey: 2, waitingOfKey: 6, waitMs: 60_000 }
/** From unknown browsers. Those from known ones are of users, each with a limit: others wait for them, and are not refused. */
const MAX_WAITING = 20
/** Wrong passwords from unknown browsers that one process records in a minute: entries of the audit log are kept for ever. */
const MAX_RECORDED = 30

/**
 * Rate limit of wrong passwords. Each known browser and open session is counted by itself: no number of wrong passwords of others refuses a
 * right one there. Unknown browsers of one user become slow together, or guesses from many addresses would have no limit.
 */
export interface LoginLimit {
  /**
   * Runs one attempt; false is a wrong password, true clears the count. `code-needed` is a right password that is not enough: it fails, and
   * is no guess of the day.
   * @throws what `tooMany` returns
   */
  attempt(from: LoginSource, work: () => Promise<Verdict>): Promise<boolean>
  /** Runs one attempt with a code of a second factor, after the right password; false is a wrong code. @throws what `tooMany` returns */
  attemptCode(from: CodeSource, work: () => Promise<boolean>): Promise<boolean>
  /** Runs one sign-in with a provider, which is asked each time; what `work` throws is a refusal. @throws what `tooMany` returns */
  attemptSignIn<Result>(from: SignInSource, work: () => Promise<Result>): Promise<Result>
  /** Counts a login with a passkey that begins, which anybody can. @throws what `tooMany` returns */
  countChallenge(from: SignInSource): Promise<void>
  /** Counts a login of a user who has proved to be that: who has no credentials of the user cannot use it up. @throws what `tooMany` returns */
  countLogin(user: string): Promise<void>
  /** Runs the setting of a password by a link. @throws what `tooMany` returns, when the link is used many times at once */
  attemptLink<Result>(link: string, work: () => Promise<Result>): Promise<Result>
  /** Number of wrong passwords that were left out before this one, which is recorded; undefined when this one is left out too. Wrong passwords of known browsers are never left out. */
  leftOutBefore(from: Pick<LoginSource, 'browser'>): number | undefined
}

type Verdict = boolean | 'code-needed'

/** Counts in the database, so that all replicas share the limit. `tooMany` makes the error of a refused attempt. */
export function limitLogins(
  context: Pick<GatewayContext, 'database' | 'clock'>,
  { digest }: { digest(text: string): string },
  tooMany: (retryAfterSec: number) => Error,
): LoginLimit {
  const refusal = () => tooMany(1)
  const ofKnown = createWorkQueue({ ...ATTEMPTS, refusal })
  const ofUnknown = createWorkQueue({ ...ATTEMPTS, waiting: MAX_WAITING, refusal })
  const checks = createWorkQueue({ places: 1, waitingOfKey: MAX_WAITING_CHECKS, refusal })
  const links = createWorkQueue({ ...LINKS, refusal })
  const counter = countAttempts(context, digest, tooMany)

  /** Only right passwords count, but before their work is done. */
  const check = (user: string, work: () => Promise<boolean>): Promise<boolean> => {
    const limit = limitOfChecks(user)
    counter.checkRefused([limit])
    return checks.run(user, async () => {
      await counter.count([limit])
      let fits = false
      try {
        fits = await work()
        return fits
      } finally {
        if (!fits) await counter.uncount([limit])
      }
    })
  }

  const guess = async ({ ofUser, shared, elsewhere }: PasswordLimits, work: () => Promise<Verdict>) => {
    await counter.count([ofUser, ...shared])
    // Last: who is refused by the own address slows nobody.
    if (elsewhere && (await counter.exceeds(elsewhere.all))) await counter.count([elsewhere.slow])
    const fits = await work()
    if (fits === true) await counter.clear(ofUser)
    // A right password is no guess, even if a code is missing. From an unknown browser it still counts for the address.
    if (fits === true || (fits === 'code-needed' && !elsewhere)) await counter.uncount(shared)
    if (fits !== false && elsewhere) await counter.uncount([elsewhere.all, elsewhere.slow])
    return fits === true
  }

  return {
    leftOutBefore: countLeftOut(context.clock),
    countLogin: (user) => counter.count([limitOfLogins(user)]),
    attemptLink: (link, work) => links.run(link, work),
    async attemptCode(from, work) {
      const limits = limitsOfCodes(from)
      await counter.count(limits)
      const fits = await work()
      if (fits) await counter.uncount(limits)
      return fits
    },
    async countChallenge(from) {
      const limits = limitsOfChallenge(from)
      counter.checkRefused(limits)
      await counter.count(limits)
    },
    async attemptSignIn(from, work) {
      const limits = limitsOfSignIn(from)
      counter.checkRefused(limits)
      await counter.count(limits)
      const result = await work()
      await counter.uncount(limits)
      return result
    },
    async attempt({ session, browser = session && `session ${session}`, ...from }, work) {
      const limits = limitsOfPassword({ ...from, browser })
      const { ofUser, shared, elsewhere } = limits
      counter.checkRefused([...shared, ofUser, ...(elsewhere ? [elsewhere.slow] : [])])
      const run = () => guess(limits, work)
      if (session !== undefined) return check(from.user, run)
      // The password of such a login is not checked at all: that would cost as much as one that succeeds.
      counter.checkRefused([limitOfLogins(from.user)])
      return browser === undefined
        ? ofUnknown.run(from.site ?? from.address, run)
        : ofKnown.run(from.user.toLowerCase(), run)
    },
  }
}

function countLeftOut(clock: GatewayContext['clock']): LoginLimit['leftOutBefore'] {
  const mayRecord = rateLimit(MAX_RECORDED, 60_000, clock)
  let leftOut = 0
  return ({ browser }) => {
    if (browser !== undefined) return 0
    if (!mayRecord()) {
      leftOut += 1
      return undefined
    }
    const before = leftOut
    leftOut = 0
    return before
  }
}
