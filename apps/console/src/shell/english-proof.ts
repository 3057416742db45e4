/** The new proof of who the person is. */
export const proofEnglish = {
  title: 'Confirm that it is you',
  note: 'You proved who you are a while ago. This action needs a new proof, and then continues by itself.',
  without: 'Go on without',
  noWay: 'Nothing with which you can prove who you are works here. Log out, and log in again.',
  prove: { passkey: 'Use a passkey', password: 'Confirm', code: 'Confirm', provider: 'Log in at the provider' },
  change: {
    passkey: 'Use a passkey instead',
    password: 'Use the password instead',
    code: 'Use a code instead',
    provider: 'Log in at the provider instead',
  },
  password: 'Your password',
  missing: { password: 'Enter your password.', code: 'Enter a code.' },
  passkeyNote: 'Your browser asks for your fingerprint, face or PIN.',
  providerNote: 'A window opens, in which you log in once more.',
  failed: 'It is not confirmed.',
  noWindow: 'The browser has opened no window. Allow pop-up windows for the console, then try again.',
}
