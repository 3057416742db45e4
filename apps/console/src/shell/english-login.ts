/** The pages in front of a session. */
export const loginEnglish = {
  page: 'Log in',
  text: 'Orders, refunds and webhooks of this shop.',
  ended: 'Your session has ended. Log in to continue.',
  name: 'Name',
  nameMissing: 'Enter your name.',
  password: 'Password',
  passwordMissing: 'Enter the password.',
  passwordHint:
    'Until admin sets a password: the setting console.password of the gateway. The demo prints it when it starts.',
  failed: 'You are not logged in.',
  logIn: 'Log in',
  code: {
    label: 'Code',
    hint: 'Six digits of your authenticator app, or one of your recovery codes.',
    hintPasskey:
      'Six digits of your authenticator app, or one of your recovery codes. Or log in with your passkey, below.',
  },
  withPasskey: 'Log in with a passkey',
  withProvider: (provider: string) => `Sign in with ${provider}`,
  signedIn: 'You are signed in with the provider. One more step.',
  startAgain: 'Start again',
  invitation: {
    page: 'Set a password',
    title: 'Set your password',
    for: (name: string) => `For ${name}, in the Galla console.`,
    none: 'There is no such invitation.',
    what: 'the invitation',
    failed: 'The password was not set.',
    action: 'Set the password and log in',
  },
}

/** Why a sign-in failed, by the code in the address. */
export const signInEnglish = {
  other: 'The sign-in failed. Try again.',
  codes: {
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
  },
}

/** The window in which somebody has logged in at the provider again. */
export const proofWindowEnglish = {
  page: 'Confirmed',
  done: 'It is you',
  notDone: 'Not confirmed',
  close: 'Close this window to go on in the console.',
}
