import type { Dispute } from '@galla/contract/gateway-api/disputes'

/** A dispute in one sentence, for the page of its order. Nothing is said that the provider's events do not state. */
export function disputeText({
  state,
  needsAnswer,
  answeredBy,
}: Pick<Dispute, 'state' | 'needsAnswer' | 'answeredBy'>): string {
  if (needsAnswer) return 'A payment is disputed. Answer the dispute in the PhonePe Business dashboard.'
  if (state === 'WON') return 'A dispute of a payment was won.'
  if (state === 'LOST')
    return 'A dispute of a payment was lost. Compare the money with the dashboard: the ledger shows no dispute.'
  if (state === 'UNDER_REVIEW') return 'A payment is disputed. The provider reviews the dispute.'
  return `A payment is disputed. ${answeredBy ?? 'Somebody'} has said that the dispute is answered.`
}

/** The note's tone. */
export const disputeTone = ({ state, needsAnswer }: Pick<Dispute, 'state' | 'needsAnswer'>) =>
  needsAnswer || state === 'LOST' ? 'bad' : state === 'WON' ? 'good' : 'wait'

/** Views of the list, by the value of `view` in the address. */
export const DISPUTE_VIEWS = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Needs an answer' },
] as const

/** Empty state by view. */
export const noDisputes = (view: string): { title: string; text: string } =>
  view === 'open'
    ? { title: 'No dispute needs an answer', text: 'A new dispute, or a request of the provider to act, appears here.' }
    : {
        title: 'No dispute yet',
        text: 'The provider reports disputes (chargebacks) by webhook. Choose the events payment.dispute.* for the webhook in the dashboard.',
      }
