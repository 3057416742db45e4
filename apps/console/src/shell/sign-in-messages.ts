import { messages } from '../i18n/messages.ts'
import { signInEnglish } from './english-login.ts'

const t = messages('shell/sign-in', signInEnglish)

/** Why a sign-in failed, by the code in the address. */
const MESSAGES: { readonly [code: string]: string } = t.codes

/** Returns the login page's text after a failed sign-in. */
export const signInMessage = (code: string): string => MESSAGES[code] ?? t.other
