import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { messages } from '../../i18n/messages.ts'
import { disputesEnglish } from './english.ts'

const t = messages('disputes/disputes', disputesEnglish)

/** A dispute in one sentence, for the page of its order. Nothing is said that the provider's events do not state. */
export function disputeText({
  state,
  needsAnswer,
  answeredBy,
}: Pick<Dispute, 'state' | 'needsAnswer' | 'answeredBy'>): string {
  if (needsAnswer) return t.states.needsAnswer
  if (state === 'WON') return t.states.won
  if (state === 'LOST') return t.states.lost
  if (state === 'UNDER_REVIEW') return t.states.review
  return t.states.answered(answeredBy)
}

/** The note's tone. */
export const disputeTone = ({ state, needsAnswer }: Pick<Dispute, 'state' | 'needsAnswer'>) =>
  needsAnswer || state === 'LOST' ? 'bad' : state === 'WON' ? 'good' : 'wait'

/** Views of the list, by the value of `view` in the address. */
export const DISPUTE_VIEWS = [
  { value: '', label: t.views.all },
  { value: 'open', label: t.views.open },
] as const

/** Empty state by view. */
export const noDisputes = (view: string): { title: string; text: string } => (view === 'open' ? t.noneOpen : t.none)
