/** The names of the pages and of their groups. */
export const navigationEnglish = {
  groups: { payments: 'Payments', developers: 'Developers', test: 'Test', settings: 'Settings' },
  overview: 'Overview',
  orders: 'Orders',
  refunds: 'Refunds',
  subscriptions: 'Subscriptions',
  disputes: 'Disputes',
  finance: 'Finance',
  webhooks: 'Webhooks',
  apiLog: 'API log',
  deliveries: 'Event deliveries',
  reconciliation: 'Reconciliation',
  telemetry: 'Telemetry',
  health: 'Health',
  guide: 'Guide',
  playground: 'Playground',
  sandbox: 'Sandbox',
  users: 'Users',
  apiKeys: 'API keys',
  audit: 'Audit log',
  erasure: 'Erasure and holds',
  account: 'Your account',
}

/** The frame around every page. */
export const shellEnglish = {
  skip: 'Skip to content',
  menu: 'Command menu',
  shortcuts: 'Shortcuts',
  pages: 'Pages',
  mainPages: 'Main pages',
  allPages: 'All pages',
  more: 'More',
  toApprove: 'to approve',
  logOut: 'Log out',
  notLoggedOut: 'You are still logged in: the gateway could not end the session. Try again.',
  accountOf: 'Account of',
  search: { label: 'Search records', placeholder: 'Id, reference, UTR, amount, …@bank' },
  environment: {
    label: 'Environment',
    unknown: 'It is not known whether payments are real: the gateway has not said so.',
    test: 'Test mode',
    real: 'Payments are real.',
    noMoney: (environment: string) => `${environment}: no money moves.`,
  },
  connection: {
    label: 'Live updates',
    stale: (time: string) => `No updates since ${time} IST. What you see may be out of date.`,
    live: { label: 'Live', hint: 'Changes in the gateway are shown at once.' },
    reconnecting: {
      label: 'Reconnecting',
      hint: 'The connection to the gateway was interrupted and is being opened again.',
    },
    offline: { label: 'Offline', hint: 'The gateway does not answer. The data on this page may be outdated.' },
  },
  console: 'Galla console',
  theConsole: 'the console',
  notOpened: 'The console could not be opened.',
  errors: {
    title: 'Page error',
    notShown: 'This page could not be shown.',
    console: 'The console could not be shown.',
    role: 'Your role does not use this page.',
    otherRole: 'An admin can give you another role.',
    overview: 'Go to the overview',
    notFound: 'Page not found',
    noPage: 'The console has no page at this address.',
  },
}

/** The look and the language of the console. */
export const settingsEnglish = {
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}

/** The keyboard shortcuts. */
export const keysEnglish = {
  title: 'Keyboard shortcuts',
  general: 'General',
  pages: 'Go to a page',
  single: 'Use single letters as shortcuts',
  search: 'Search by id, reference, UTR, amount',
  menu: 'Open the command menu',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  nextOrder: 'Next order of the list',
  previousOrder: 'Previous order of the list',
  close: 'Close the dialog',
  show: 'Show the shortcuts',
}
