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
  playground: 'Playground',
  sandbox: 'Sandbox',
  users: 'Users',
  apiKeys: 'API keys',
  audit: 'Audit log',
  erasure: 'Erasure and holds',
  account: 'Your account',
}

/** The look and the language of the console. */
export const settingsEnglish = {
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
