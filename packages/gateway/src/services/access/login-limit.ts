import type { GatewayContext } from '../../context.ts'
import { clearLoginAttempts, countLoginAttempt, uncountLoginAttempt } from '../../storage/access/login-attempts.ts'
import { createWorkQueue } from '../../storage/work-queue.ts'
import { rateLimit } from '../rate-limit.ts'

const WINDOW_MS = 5 * 60_000
/** Wrong passwords of one user per window, from one address or from one browser in which that user was logged in before. */
const MAX_WRONG = 5
/** Wrong passwords of all users per window from one address. */
const MAX_WRONG_OF_ADDRESS = 20
/** Wrong passwords of one user per hour from all unknown browsers together, after which guesses are slow, from however many addresses. */
const MAX_WRONG_ELSEWHERE = 20
/** Then one attempt of the user in an unknown browser in this time: who knows the password waits no longer. Milliseconds. */
const SLOW_MS = 15_000
/** Refused sign-ins with a provider per window, from one address or from one browser in which a user was logged in before. */
const MAX_SIGN_INS = 20
/** Logins with a passkey that begin, per window, from one address or from one browser in which a user was logged in before. */
const MAX_CHALLENGES = 60
/** Of each of these, from one /48 network of IPv6. */
const MAX_OF_SITE = 100
const DAY_MS = 24 * 60 * 60_000
/** Wrong codes of one user per window, from one known browser, and from everywhere else together. */
const MAX_CODES = 20
/** The same per day, from all known browsers together, and from everywhere else together. */
const MAX_CODES_OF_DAY = 30
/** Wrong passwords of one user per day from all known browsers together. */
const MAX_WRONG_OF_DAY = 100
/** Logins of one user that succeed, per hour: each is a session and an entry of the audit log, which is kept for ever. */
const MAX_LOGINS = 60
const HOUR_MS = 60 * 60_000
/** Right passwords of one user in open sessions, per hour: each costs as much as a login. */
const MAX_CHECKS = 60
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
/** How long a refused source is refused without a place and without the database. Milliseconds. */
const REMEMBER_MS = 5_000
/** Refused sources that are remembered at most. */
const MAX_REMEMBERED = 10_000

/** Who tries to log in. */
export interface LoginSource {
  /** Its network; see `networksOf`. */
  readonly address: string
  /** The larger network around it. */
  readonly site?: string | undefined
  /** Whom the attempt is for. */
  readonly user: string
  /** Id of a browser in which this user was logged in before. It is counted apart from others, so that who has none cannot lock it out. */
  readonly browser?: string | undefined
  /** Id of an open session in which the user enters the password again: counted as a browser, and run apart from logins. */
  readonly session?: string | undefined
}

/** Who tries a code of a second factor. */
export interface CodeSource {
  readonly user: string
  /** Id of a browser in which this user was logged in before, or of an open session. It is counted apart, as a password is. */
  readonly browser?: string | undefined
}

/** Who comes back from a provider. */
export type SignInSource = Omit<LoginSource, 'user' | 'session'>

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
  attempt(from: LoginSource, work: () => Promise<boolean | 'code-needed'>): Promise<boolean>
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
  /** How many wrong passwords were left out before this one, which is recorded; undefined when it is left out too. Those of known browsers never are. */
  leftOutBefore(from: Pick<LoginSource, 'browser'>): number | undefined
}

/** Counts in the database, so that all replicas share the limit. `tooMany` makes the error of a refused attempt. */
export function limitLogins(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  { digest }: { digest(text: string): string },
  tooMany: (retryAfterSec: number) => Error,
): LoginLimit {
  const refusal = () => tooMany(1)
  const ofKnown = createWorkQueue({ ...ATTEMPTS, refusal })
  const ofUnknown = createWorkQueue({ ...ATTEMPTS, waiting: MAX_WAITING, refusal })
  const checks = createWorkQueue({ places: 1, waitingOfKey: MAX_WAITING_CHECKS, refusal })
  const links = createWorkQueue({ ...LINKS, refusal })
  /** Since when a source is refused, and how long. */
  const refused = new Map<string, { readonly atMs: number; readonly untilMs: number }>()

  const mayRecord = rateLimit(MAX_RECORDED, 60_000, clock)
  let leftOut = 0

  const refuseUntil = (untilMs: number) => tooMany(Math.max(Math.ceil((untilMs - clock.now()) / 1_000), 1))

  const counted = (who: string, windowMs: number) => countLoginAttempt(database, { who, nowMs: clock.now(), windowMs })

  /** Counted before the result is known: concurrent attempts must not all pass. */
  const count = async (who: string, most: number, windowMs: number) => {
    const { count, startedAtMs } = await counted(who, windowMs)
    if (count <= most) return
    const untilMs = startedAtMs + windowMs
    if (refused.size >= MAX_REMEMBERED) refused.clear()
    refused.set(who, { atMs: clock.now(), untilMs })
    throw refuseUntil(untilMs)
  }

  const limitsOf = (what: string, { address, site }: Pick<LoginSource, 'address' | 'site'>, most: number) => [
    { who: digest(`${what} from ${address}`), most, windowMs: WINDOW_MS },
    ...(site === undefined ? [] : [{ who: digest(`${what} from ${site}`), most: MAX_OF_SITE, windowMs: WINDOW_MS }]),
  ]

  /** A source that goes on after it was refused must take no place from others. */
  const checkRefused = (who: string) => {
    const known = refused.get(who)
    if (known === undefined) return
    const sinceMs = clock.now() - known.atMs
    if (sinceMs >= 0 && sinceMs < REMEMBER_MS && clock.now() < known.untilMs) throw refuseUntil(known.untilMs)
    refused.delete(who)
  }

  const loginsOf = (user: string) => digest(`logins of ${user}`)

  /** Only right passwords count, but before their work is done. */
  const check = (user: string, work: () => Promise<boolean>): Promise<boolean> => {
    const who = digest(`checks of ${user}`)
    checkRefused(who)
    return checks.run(user, async () => {
      await count(who, MAX_CHECKS, HOUR_MS)
      let fits = false
      try {
        fits = await work()
        return fits
      } finally {
        if (!fits) await uncountLoginAttempt(database, who)
      }
    })
  }

  const limitsOfSignIn = (what: string, { address, site, browser }: SignInSource, most: number) =>
    browser === undefined
      ? limitsOf(what, { address, site }, most)
      : [{ who: digest(`${what} of browser ${browser}`), most, windowMs: WINDOW_MS }]

  return {
    leftOutBefore({ browser }) {
      if (browser !== undefined) return 0
      if (!mayRecord()) {
        leftOut += 1
        return undefined
      }
      const before = leftOut
      leftOut = 0
      return before
    },
    countLogin: (user) => count(loginsOf(user), MAX_LOGINS, HOUR_MS),
    attemptLink: (link, work) => links.run(link, work),
    async attemptCode({ user, browser }, work) {
      const source = browser === undefined ? `codes of ${user}` : `codes of ${user} in ${browser}`
      const ofAll = browser === undefined ? source : `codes of ${user} in known browsers`
      const [ofWindow, ofDay] = [digest(source), digest(`${ofAll} in a day`)]
      await count(ofWindow, MAX_CODES, WINDOW_MS)
      await count(ofDay, MAX_CODES_OF_DAY, DAY_MS)
      const fits = await work()
      if (fits) for (const who of [ofWindow, ofDay]) await uncountLoginAttempt(database, who)
      return fits
    },
    async countChallenge(from) {
      const limits = limitsOfSignIn('passkey', from, MAX_CHALLENGES)
      for (const { who } of limits) checkRefused(who)
      for (const { who, most, windowMs } of limits) await count(who, most, windowMs)
    },
    async attemptSignIn(from, work) {
      const limits = limitsOfSignIn('sign-in', from, MAX_SIGN_INS)
      for (const { who } of limits) checkRefused(who)
      for (const { who, most, windowMs } of limits) await count(who, most, windowMs)
      const result = await work()
      for (const { who } of limits) await uncountLoginAttempt(database, who)
      return result
    },
    async attempt({ address, site, user, session, browser = session && `session ${session}` }, work) {
      const source = browser === undefined ? `login from ${address}` : `login of browser ${browser}`
      const ofUser = digest(`${source} as ${user.toLowerCase()}`)
      const inKnown = digest(`login in known browsers as ${user.toLowerCase()} in a day`)
      const elsewhere = digest(`login in unknown browsers as ${user.toLowerCase()}`)
      const slow = digest(`slow login in unknown browsers as ${user.toLowerCase()}`)
      const limits =
        browser === undefined
          ? limitsOf('login', { address, site }, MAX_WRONG_OF_ADDRESS)
          : [{ who: inKnown, most: MAX_WRONG_OF_DAY, windowMs: DAY_MS }]
      const isElsewhere = browser === undefined
      for (const who of [...limits.map(({ who }) => who), ofUser, ...(isElsewhere ? [slow] : [])]) checkRefused(who)
      // The password of such a login is not checked at all: that would cost as much as one that succeeds.
      if (session === undefined) checkRefused(loginsOf(user))
      const countedWork = async () => {
        await count(ofUser, MAX_WRONG, WINDOW_MS)
        // A login with an account of one's own must not clear the count of guesses at others.
        for (const { who, most, windowMs } of limits) await count(who, most, windowMs)
        // Last: who is refused by the own address slows nobody.
        if (isElsewhere && (await counted(elsewhere, HOUR_MS)).count > MAX_WRONG_ELSEWHERE)
          await count(slow, 1, SLOW_MS)
        const fits = await work()
        if (fits === true) await clearLoginAttempts(database, ofUser)
        if (fits === true || (fits === 'code-needed' && !isElsewhere))
          for (const { who } of limits) await uncountLoginAttempt(database, who)
        // A right password is no guess, even if a code is missing.
        if (fits !== false && isElsewhere) for (const who of [elsewhere, slow]) await uncountLoginAttempt(database, who)
        return fits === true
      }
      if (session !== undefined) return check(user, countedWork)
      return browser === undefined
        ? ofUnknown.run(site ?? address, countedWork)
        : ofKnown.run(user.toLowerCase(), countedWork)
    },
  }
}
