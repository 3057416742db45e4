/** A person's rights in the console, from the least to the most. */
export const ROLES = ['viewer', 'support', 'developer', 'finance', 'admin'] as const

/** A role of a user of the console. */
export type Role = (typeof ROLES)[number]

/** The right that a route of the console needs. */
export type Permission =
  /** Orders, refunds, callbacks, deliveries, reconciliation, health. Payer data is masked. */
  | 'read'
  /** Check the status of an order or refund at the provider. */
  | 'sync'
  /** Send payment links to payers, remind of links and cancel links. */
  | 'link'
  /** Pause, resume and cancel subscriptions, and leave a cycle out. */
  | 'subscription'
  /** Retry event deliveries, replay callbacks. */
  | 'retry'
  /** Show a masked value of a payer. */
  | 'reveal'
  /** Share views of lists with everybody, and rename and delete shared views. */
  | 'share'
  /** Calls to the provider, and what the client reports about them. */
  | 'calls'
  /** The sandbox's controls and the playground. */
  | 'sandbox'
  /** Request refunds, and approve those of others. */
  | 'refund'
  /** Resolve reviews of orders and refunds. */
  | 'review'
  /** Compare with the provider, and repair discrepancies. */
  | 'reconcile'
  /** Totals and balances of the ledger, and its entries. */
  | 'finance'
  /** Download orders and the ledger. */
  | 'export'
  /** Read, check and download the audit log. */
  | 'audit'
  /** Erase a payer's data, and hold orders back from erasure. */
  | 'erase'
  /** Users, their roles and sessions. */
  | 'users'
  /** Settings of the installation: subscriptions, limits, keys of the merchant API, and the views with which roles open lists. */
  | 'settings'

const SUPPORT = ['read', 'sync', 'link', 'subscription', 'retry', 'reveal', 'share'] as const

/** The permissions of each role. */
export const ROLE_PERMISSIONS: { readonly [Key in Role]: readonly Permission[] } = {
  viewer: ['read'],
  support: SUPPORT,
  developer: ['read', 'sync', 'link', 'retry', 'share', 'calls', 'sandbox'],
  finance: [
    'read',
    'sync',
    'link',
    'subscription',
    'reveal',
    'share',
    'refund',
    'review',
    'reconcile',
    'finance',
    'export',
  ],
  admin: [
    ...SUPPORT,
    'calls',
    'sandbox',
    'refund',
    'review',
    'reconcile',
    'finance',
    'export',
    'audit',
    'erase',
    'users',
    'settings',
  ],
}
