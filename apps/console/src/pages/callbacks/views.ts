import type { CallbacksQuery } from '@galla/contract/gateway-api/callbacks'

/** Ways to look at the inbox, as the address names them. */
export const VIEWS = [
  { value: '', label: 'All' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'duplicate', label: 'Duplicates' },
  { value: 'refused', label: 'Refused' },
  { value: 'unknown', label: 'Unknown event' },
  { value: 'failed', label: 'Parked' },
] as const

/** What a view asks the books for. */
export function viewQuery(view: string): Pick<CallbacksQuery, 'verdict' | 'needsReview' | 'unknownEvent'> {
  if (view === 'failed') return { needsReview: 'true' }
  if (view === 'unknown') return { unknownEvent: 'true' }
  return view === '' ? {} : { verdict: view }
}

/** Why a view is empty, which is mostly good. */
export const NOTHING: { readonly [view: string]: { title: string; says: string } } = {
  '': {
    title: 'No callback has come yet',
    says: 'The provider sends one when an order or a refund is decided. If orders are paid and none comes, compare the address in its dashboard with the callback URL of this installation.',
  },
  accepted: { title: 'None was accepted', says: 'Perhaps all were refused: look there.' },
  duplicate: {
    title: 'No duplicates',
    says: 'The provider may send the same message more than once. It would be written down here and change nothing.',
  },
  refused: { title: 'None was refused', says: 'Every sender so far could prove itself.' },
  unknown: {
    title: 'No unknown events',
    says: 'Whatever this version does not know would be kept here, and change nothing.',
  },
  failed: { title: 'None needs review', says: 'Every accepted callback could be folded.' },
}
