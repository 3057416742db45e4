import type { ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'

/** A change that a person can ask for. */
export type SubscriptionAction = 'pause' | 'resume' | 'skip' | 'cancel'

/** The changes that the state permits. The gateway checks each one again. */
export function permittedActions({
  state,
  cancel,
  mandate,
  pause,
}: Pick<ListedSubscription, 'state' | 'cancel' | 'mandate' | 'pause'>): SubscriptionAction[] {
  if (cancel?.at === 'now') return []
  switch (state) {
    case 'CREATED':
      return ['cancel']
    case 'ACTIVE':
      // No period follows the one that is paid: there is none to pause or to leave out.
      return cancel ? ['cancel'] : ['pause', 'skip', 'cancel']
    case 'PAST_DUE':
      return ['pause', 'skip', 'cancel']
    case 'PAUSED':
      // A pause of the payer ends in the UPI app.
      return pause ? ['resume', 'cancel'] : ['cancel']
    case 'HALTED':
      return mandate.state === 'ACTIVE' ? ['resume', 'cancel'] : ['cancel']
    default:
      return []
  }
}
