import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The page of the own account. */
export const accountEnglish = {
  title: 'Your account',
  needed:
    'Your role needs a second factor. Set it up below, an app or a passkey; until then the other pages are closed.',
  name: 'Name',
  role: 'Role',
  factor: 'Second factor',
  passkeys: 'Passkeys',
  password: {
    title: 'Password',
    current: 'Current password',
    none: 'Enter your current password.',
    change: 'Change the password',
    changed: 'The password is changed. Your other sessions are ended.',
    failed: 'The password was not changed.',
  },
  sessions: { title: 'Your sessions', what: 'your sessions', failed: 'The session was not ended.' },
}

/** The own passkeys. */
export const passkeysEnglish = {
  what: 'your passkeys',
  none: 'This browser has no passkeys.',
  unavailable: 'Passkeys need https and a host name, or http://localhost: they do not work at an IP address.',
  use: 'With a passkey you log in by fingerprint, face or PIN of your device, without a password. It is a second factor as well: once you have one, the password alone is not enough.',
  codes: (count: number) =>
    `You have ${plural(count, 'unused recovery code')}: after your password, each replaces a passkey once.`,
  host: (host: string) => ` · for ${host}`,
  added: (time: ReactNode) => ['Added ', time],
  unused: ', not used yet',
  used: (time: ReactNode) => [', last used ', time],
  add: {
    name: 'Name of the new passkey',
    nameHint: 'The device or the key on which it is.',
    action: 'Add a passkey',
    done: 'The passkey is added.',
    failed: 'The passkey was not added.',
  },
  remove: {
    open: 'Remove…',
    which: (name: ReactNode) => [' the passkey ', name],
    title: 'Remove the passkey',
    action: 'Remove it',
    text: (name: ReactNode) => [
      name,
      ' logs you in no more, and your other sessions end. Your device may keep it until you delete it there.',
    ],
    done: 'The passkey is removed. Your other sessions are ended.',
    failed: 'The passkey was not removed.',
  },
}

/** The recovery codes that are shown once. */
export const recoveryCodesEnglish = {
  leave: 'The recovery codes are not shown again. Leave without keeping them?',
  keep: 'The second factor is on. Keep these recovery codes where your phone is not: after your password, each replaces the app or the passkey once. They are not shown again.',
  codes: 'Recovery codes',
  done: 'I have kept them',
}

/** The second factor: an authenticator app. */
export const secondFactorEnglish = {
  what: 'the second factor',
  use: 'With a second factor, a login needs a code of an authenticator app on your phone besides the password.',
  password: 'Your password',
  code: 'Code',
  setUp: { action: 'Set up a second factor', failed: 'No key was made.' },
  confirm: {
    scan: 'Scan this with an authenticator app, then enter the code that it shows.',
    qr: 'QR code of the new key',
    key: 'Or type this key',
    wrong:
      'This code is not right. Type the one that the app shows now; if that fails too, check the clock of the phone.',
    action: 'Turn it on',
    cancel: 'Cancel',
    failed: 'It is not turned on.',
  },
  remove: {
    text: (count: number) =>
      `The second factor is on, with ${plural(count, 'unused recovery code')}. For new codes, or another phone, remove it and set it up again.`,
    open: 'Remove…',
    action: 'Remove the second factor',
    failed: 'It was not removed.',
  },
}
