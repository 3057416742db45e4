const WINDOW_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Wrong passwords of one user per window, from one address or from one browser in which that user was logged in before. */
const MAX_WRONG = 5
/** Wrong passwords of all users per window from one address. */
const MAX_WRONG_OF_ADDRESS = 20
/** Wrong passwords of one user per day from all known browsers together. */
const MAX_WRONG_OF_DAY = 100
/** Wrong passwords of one user per hour from all unknown browsers together, after which guesses are slow, from however many addresses. */
const MAX_WRONG_ELSEWHERE = 20
/** Then one attempt of the user in an unknown browser in this time: who knows the password waits no longer. Milliseconds. */
const SLOW_MS = 15_000
/** Refused sign-ins with a provider per window, from one address or from one browser in which a user was logged in before. */
const MAX_SIGN_INS = 20
/** Logins with a passkey that begin, per window, from one address or from one browser in which a user was logged in before. */
const MAX_CHALLENGES = 60
/** The same limits for one /48 network of IPv6. */
const MAX_OF_SITE = 100
/** Wrong codes of one user per window, from one known browser, and from everywhere else together. */
const MAX_CODES = 20
/** The same per day, from all known browsers together, and from everywhere else together. */
const MAX_CODES_OF_DAY = 30
/** Logins of one user that succeed, per hour: each is a session and an entry of the audit log, which is kept for ever. */
const MAX_LOGINS = 60
/** Right passwords of one user in open sessions, per hour: each costs as much as a login. */
const MAX_CHECKS = 60

/** A number of attempts of one source in a time. */
export interface Limit {
  /** The source, of which the database stores a digest. */
  readonly who: string
  readonly most: number
  readonly windowMs: number
}

/** The source of a login attempt. */
export interface LoginSource {
  /** Its network; see `networksOf`. */
  readonly address: string
  /** The larger network around it. */
  readonly site?: string | undefined
  /** The user whom the attempt is for. */
  readonly user: string
  /** Id of a browser in which this user was logged in before. It is counted apart from others, so that who has none cannot lock it out. */
  readonly browser?: string | undefined
  /** Id of an open session in which the user enters the password again: counted as a browser, and run apart from logins. */
  readonly session?: string | undefined
}

/** The source of an attempt with a code of a second factor. */
export interface CodeSource {
  readonly user: string
  /** Id of a browser in which this user was logged in before, or of an open session. It is counted apart, as a password is. */
  readonly browser?: string | undefined
}

/** The source of a sign-in that comes back from a provider. */
export type SignInSource = Omit<LoginSource, 'user' | 'session'>

/** From one browser in which a user was logged in before, or from one address and the network around it. */
const ofSource = (what: string, { address, site, browser }: SignInSource, most: number): Limit[] => {
  if (browser !== undefined) return [{ who: `${what} of browser ${browser}`, most, windowMs: WINDOW_MS }]
  const ofSite = { who: `${what} from ${site}`, most: MAX_OF_SITE, windowMs: WINDOW_MS }
  return [{ who: `${what} from ${address}`, most, windowMs: WINDOW_MS }, ...(site === undefined ? [] : [ofSite])]
}

export const limitsOfSignIn = (from: SignInSource): Limit[] => ofSource('sign-in', from, MAX_SIGN_INS)

export const limitsOfChallenge = (from: SignInSource): Limit[] => ofSource('passkey', from, MAX_CHALLENGES)

export const limitOfLogins = (user: string): Limit => ({
  who: `logins of ${user}`,
  most: MAX_LOGINS,
  windowMs: HOUR_MS,
})

export const limitOfChecks = (user: string): Limit => ({
  who: `checks of ${user}`,
  most: MAX_CHECKS,
  windowMs: HOUR_MS,
})

export function limitsOfCodes({ user, browser }: CodeSource): Limit[] {
  const [here, known] = browser === undefined ? ['', ''] : [` in ${browser}`, ' in known browsers']
  return [
    { who: `codes of ${user}${here}`, most: MAX_CODES, windowMs: WINDOW_MS },
    { who: `codes of ${user}${known} in a day`, most: MAX_CODES_OF_DAY, windowMs: DAY_MS },
  ]
}

/** The limits of a password. */
export interface PasswordLimits {
  /** The user, from this source: a right password clears it. */
  readonly ofUser: Limit
  /** The source with all users, or all sources of the user: an account of one's own must not clear the count of guesses at others. */
  readonly shared: readonly Limit[]
  /** Guesses at the user in unknown browsers; above `all` they are `slow`. Absent in a known browser. */
  readonly elsewhere?: { readonly all: Limit; readonly slow: Limit }
}

export function limitsOfPassword({ user, ...from }: Omit<LoginSource, 'session'>): PasswordLimits {
  const name = user.toLowerCase()
  const ofUser = (source: string) => ({ who: `login ${source} as ${name}`, most: MAX_WRONG, windowMs: WINDOW_MS })
  if (from.browser !== undefined)
    return {
      ofUser: ofUser(`of browser ${from.browser}`),
      shared: [{ who: `login in known browsers as ${name} in a day`, most: MAX_WRONG_OF_DAY, windowMs: DAY_MS }],
    }
  return {
    ofUser: ofUser(`from ${from.address}`),
    shared: ofSource('login', from, MAX_WRONG_OF_ADDRESS),
    elsewhere: {
      all: { who: `login in unknown browsers as ${name}`, most: MAX_WRONG_ELSEWHERE, windowMs: HOUR_MS },
      slow: { who: `slow login in unknown browsers as ${name}`, most: 1, windowMs: SLOW_MS },
    },
  }
}
