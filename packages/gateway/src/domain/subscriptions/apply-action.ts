import type { Action } from './action.ts'
import type { SubscriptionRecord } from './subscription.ts'

/** The subscription after a step. Steps that only ask or send change nothing of it. */
export function applyAction(subscription: SubscriptionRecord, action: Action): SubscriptionRecord {
  switch (action.kind) {
    case 'activate':
      return { ...subscription, state: 'ACTIVE' }
    case 'past-due':
      return { ...subscription, state: 'PAST_DUE' }
    case 'pause':
      return { ...subscription, state: 'PAUSED' }
    case 'resume':
      return resumed(subscription)
    case 'close-cycle':
      return subscription.state === 'PAST_DUE' && action.outcome !== 'FAILED'
        ? { ...subscription, state: 'ACTIVE' }
        : subscription
    case 'halt':
      return { ...subscription, state: 'HALTED', haltedFor: action.reason }
    case 'end': {
      const { haltedFor: _, ...ended } = subscription
      return { ...ended, state: action.state }
    }
    default:
      return subscription
  }
}

/** The subscription after its pause, or after the reason of its halt is gone. */
export function resumed({ pause: _, haltedFor: __, ...subscription }: SubscriptionRecord): SubscriptionRecord {
  return { ...subscription, state: 'ACTIVE' }
}
