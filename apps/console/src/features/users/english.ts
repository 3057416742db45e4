import type { ReactNode } from 'react'

/** The page of the users. */
export const usersEnglish = {
  title: 'Users',
  aside: 'Who may use this console',
  invite: 'Invite…',
  users: 'the users',
  factor: 'Second factor',
  lastLogin: (time: ReactNode) => ['Last login ', time, '.'],
  manage: 'Manage',
  disabled: 'Disabled.',
  configured: 'Uses the configured password.',
  hasFactor: 'Has a second factor.',
  outdated: 'The invitation has expired.',
  invited: (time: ReactNode) => ['Invited; the link works until ', time, '.'],
}

/** The choice of the roles that must have a second factor. */
export const requiredFactorsEnglish = {
  settings: 'the settings',
  legend: 'Users of these roles can use the console only after they have set up an authenticator app or a passkey:',
  failed: 'The setting was not saved.',
}

/** The dialog that invites a user, and the link of an invitation. */
export const inviteEnglish = {
  title: 'Invite a user',
  action: 'Make a link',
  failed: 'The user was not invited.',
  name: 'Name',
  nameHint: 'An e-mail address or a name, to log in with. The audit log shows it.',
  noName: 'Enter a name.',
  role: 'Role',
  invitation: 'Invitation',
  send: (name: ReactNode, until: ReactNode) => [
    'Send this link to ',
    name,
    ' in a private message. It sets a password once, until ',
    until,
    '. It is not shown again.',
  ],
  link: 'Link',
  done: 'Done',
}

/** The dialog of one user. */
export const userEnglish = {
  link: 'Link for a password',
  newLink: 'New link',
  passwordLink: 'Link for a new password',
  noLink: 'The link was not made.',
  disabled: 'This user cannot log in.',
  unchanged: 'The user was not changed.',
  factorStays: 'The second factor was not removed.',
  allow: 'Allow to log in',
  removeFactor: 'Remove the second factor',
  disable: {
    open: 'Disable…',
    title: (name: string) => `Disable ${name}`,
    action: 'Disable',
    text: 'Their sessions end, they cannot log in, and a link that was sent to them works no longer. It can be undone.',
  },
  role: 'Role',
  changeRole: 'Change role',
  atOnce: (rights: string) => `${rights} It applies at once.`,
  sessions: {
    title: 'Sessions',
    what: 'the sessions',
    endAll: 'End all',
    ended: (count: number) => (count === 1 ? 'One session is ended.' : `${count} sessions are ended.`),
    failed: 'The sessions were not ended.',
  },
}

/** A list of sessions. */
export const sessionsEnglish = {
  empty: 'No open session.',
  current: '· this one',
  address: 'Unknown address',
  times: (address: ReactNode, used: ReactNode, opened: ReactNode) => [
    address,
    ', last used ',
    used,
    ', opened ',
    opened,
  ],
  end: 'End',
  which: (browser: ReactNode) => [' the session of ', browser],
  program: 'Another program',
}

/** The purpose of each role, in one sentence that makes sense without the others. */
export const rolesEnglish = {
  viewer: 'Sees orders, refunds, webhooks and deliveries, with payer data masked.',
  support:
    'Sees everything that a viewer sees, checks statuses, retries deliveries, replays webhooks, and reveals payer data with a reason.',
  developer:
    'Sees everything that a viewer sees, the API log and the telemetry; uses the playground and the sandbox; checks statuses, retries deliveries and replays webhooks.',
  finance:
    'Sees everything that a viewer sees, and the finance page; checks statuses, refunds, resolves reviews, reconciles, exports, and reveals payer data with a reason.',
  admin:
    'Does everything that the other roles do; manages users and API keys, reads the audit log, and erases payer data.',
}
