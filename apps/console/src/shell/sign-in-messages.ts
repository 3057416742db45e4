import { messages } from '../i18n/messages.ts'
import { signInEnglish } from './english-login.ts'

const t = messages('shell/sign-in', signInEnglish)

/** Why a sign-in failed, by the code in the address. */
const MESSAGES: { readonly [code: string]: string } = t.codes

/** Returns the login page's text after a failed sign-in. */
export const signInMessage = (code: string): string => MESSAGES[code] ?? t.other

/** The outcome of a sign-in in the fragment of an address. */
export const outcomeIn = (hash: string): string | undefined => /^#sign-in=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The outcome of a new login at the provider, in the window that was opened for it. */
export const proofOutcomeIn = (hash: string): string | undefined => /^#proof=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The address to return to: below the console, and nothing else. */
export const returnAddress = (stored: string | null, base: string): string =>
  stored?.startsWith(base) && !stored.startsWith('//') ? stored : base
