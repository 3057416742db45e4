import type { ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'

/** True in the states that nothing follows. */
export const isEnded = (state: ListedSubscription['state']): boolean =>
  state === 'CANCELLED' || state === 'COMPLETED' || state === 'EXPIRED'

/** A change that a person can ask for. */
export type SubscriptionAction = 'pause' | 'resume' | 'skip' | 'cancel'

/** The changes that the state permits. The gateway checks each one again. */
export function permittedActions({
  state,
  cancel,
  mandate,
  pause,
}: Pick<ListedSubscription, 'state' | 'cancel' | 'mandate' | 'pause'>): SubscriptionAction[] {
  // No debit follows: there is none to pause, to resume or to leave out.
  if (cancel) return cancel.at === 'cycle-end' && !isEnded(state) ? ['cancel'] : []
  switch (state) {
    case 'CREATED':
      return ['cancel']
    case 'ACTIVE':
    case 'PAST_DUE':
      return ['pause', 'skip', 'cancel']
    case 'PAUSED':
      // A pause of the payer ends in the UPI app.
      return pause ? ['resume', 'cancel'] : ['cancel']
    case 'HALTED':
      // The provider may know a lost mandate again.
      return mandate.state === 'ACTIVE' || mandate.state === 'UNKNOWN' ? ['resume', 'cancel'] : ['cancel']
    default:
      return []
  }
}
