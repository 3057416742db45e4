import { basePath } from '../api/browser.ts'
import { session } from '../api/client.ts'

/** The outcome of a sign-in in the fragment of an address. */
export const outcomeIn = (hash: string): string | undefined => /^#sign-in=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The outcome of a new login at the provider, in the window that was opened for it. */
export const proofOutcomeIn = (hash: string): string | undefined => /^#proof=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The address to return to: below the console, and nothing else. */
export const returnAddress = (stored: string | null, base: string): string =>
  stored?.startsWith(base) && !stored.startsWith('//') ? stored : base

/** In this tab a sign-in was started, and at this address. */
const RETURN_KEY = 'galla-console return'

let outcome: string | undefined

/** End of the sign-in that led to this page; undefined without a sign-in. */
export const signInOutcome = (): string | undefined => outcome

/** Forgets the outcome: the user is logged in. */
export function forgetSignIn(): void {
  outcome = undefined
}

/**
 * Takes the outcome of a sign-in out of the address, and returns to the page where it started. Called before the first page is rendered; a
 * second call changes nothing. Anybody can make a link with an outcome: that somebody is signed in is believed only in the tab where the
 * sign-in was started, and where storage is denied in none.
 */
export function takeSignIn(): void {
  const found = outcomeIn(window.location.hash)
  if (found === undefined) return
  outcome = found
  const started = takeAddress()
  window.history.replaceState(null, '', returnAddress(started, basePath()))
  if (outcome !== 'DONE') return
  if (started === null) outcome = undefined
  else session.resume()
}

/** Remembers the address of this page in this tab. */
export function rememberAddress(): void {
  const { pathname, search } = window.location
  try {
    sessionStorage.setItem(RETURN_KEY, pathname + search)
  } catch {
    // Storage is denied: the sign-in ends at the login.
  }
}

/** The remembered address, once. */
function takeAddress(): string | null {
  try {
    const address = sessionStorage.getItem(RETURN_KEY)
    sessionStorage.removeItem(RETURN_KEY)
    return address
  } catch {
    return null
  }
}
