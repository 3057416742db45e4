/** The actions of the audit log that are the same words in each entry. */
export const AUDIT_ACTIONS = [
  'logged in',
  'logged out',
  'proved the identity again',
  'wrong password',
  'wrong code',
  'wrong passkey',
  'sign-in refused',
  'used a recovery code',
  'turned the second factor on',
  'turned the second factor off',
  'added a passkey',
  'removed a passkey',
  'changed the password',
  'set a password with a link',
  'made a link to set a password',
  'linked an account of the provider',
  'ended a session',
  'ended all sessions',
  'ended sessions at the request of the provider',
  'invited',
  'changed',
  'created',
  'revoked',
  'removed',
  'renamed',
  'shared',
  'chose who opens the list with it',
  'deleted',
  'exported',
  'revealed',
  'could not reveal',
  'started in the console',
  'checked the status',
  'resolved the review',
  'resolved the review and refunded the second payment',
  'created a payment link',
  'sent the payment link again',
  'cancelled the payment link',
  'repaired a discrepancy',
  'compared with the provider',
  'read the settlements',
  'imported',
  'took an import back',
  'uploaded a file of refunds',
  'started a file of refunds',
  'stopped a file of refunds',
  'stopped a file of refunds: who started it may not refund any more',
  'replayed',
  'retried',
  'retried all that need review',
  'answered a dispute',
  'put on legal hold',
  'ended the legal hold',
  'created the plan',
  'archived the plan',
  'imported the mandate',
  'paused the subscription',
  'resumed the subscription',
  'cancelled the subscription',
  'left a cycle out',
  'changed the price',
  'asked the payer for a new mandate',
] as const

/** An action that is the same words in each entry. */
export type PlainAuditAction = (typeof AUDIT_ACTIONS)[number]

/** The decisions about one refund: the id follows. */
export type RefundDecision = 'approved' | 'declined' | 'nobody approved'

/** An action of the audit log, in English. The action names the refund, the result of a review, or how many orders were erased. */
export type AuditAction =
  | PlainAuditAction
  | `requested refund ${string}`
  | `${RefundDecision} refund ${string}`
  | `resolved the review of refund ${string}: ${string}`
  | `requested the erasure of ${string} of a payer`
