/** Why a sign-in failed, by the code in the address. */
const MESSAGES: { readonly [code: string]: string } = {
  EXPIRED: 'The sign-in took too long, or was started in another window. Try again.',
  DENIED: 'The provider did not sign you in.',
  PROVIDER_AWAY: 'The provider does not answer. Try again later, or log in with a password.',
  FAILED: 'The answer of the provider is not valid. The log of the gateway says why.',
  NOT_VERIFIED: 'The provider has not verified your e-mail address.',
  UNKNOWN_USER:
    'No user here has your e-mail address as the name, or the user is disabled. Ask an admin to invite you.',
  OTHER_ACCOUNT:
    'Your user is linked to another account of the provider. Ask an admin for a new link, which forgets that account.',
  TOO_MANY: 'Too many sign-ins were refused at your address. Try again in five minutes, or log in with a password.',
  NO_ROLE: 'None of your groups at the provider has a role here. Ask an admin.',
}

/** Returns the login page's text after a failed sign-in. */
export const signInMessage = (code: string): string => MESSAGES[code] ?? 'The sign-in failed. Try again.'

/** The outcome of a sign-in in the fragment of an address. */
export const outcomeIn = (hash: string): string | undefined => /^#sign-in=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The outcome of a new login at the provider, in the window that was opened for it. */
export const proofOutcomeIn = (hash: string): string | undefined => /^#proof=([A-Z_]{1,40})$/.exec(hash)?.[1]

/** The address to return to: below the console, and nothing else. */
export const returnAddress = (stored: string | null, base: string): string =>
  stored?.startsWith(base) && !stored.startsWith('//') ? stored : base
