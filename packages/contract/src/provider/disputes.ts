/** Events about a dispute (chargeback) of a payment, each with the state that its name states (protocol §7.8). */
export const DISPUTE_EVENTS = {
  'payment.dispute.created': 'CREATED',
  'payment.dispute.action_required': 'ACTION_REQUIRED',
  'payment.dispute.under_review': 'UNDER_REVIEW',
  'payment.dispute.won': 'WON',
  'payment.dispute.lost': 'LOST',
} as const

/** Name of a dispute event. */
export type DisputeEventName = keyof typeof DISPUTE_EVENTS

/** The state of a dispute, by the name of its last event. */
export type DisputeState = (typeof DISPUTE_EVENTS)[DisputeEventName]
