import type { CallbackRecord, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'

/** In a few words, beside the mark. */
export function outcomeOf({ verdict, needsReview, unknownEvent, processedAtMs, error }: CallbackRecord): string {
  if (verdict === 'duplicate') return 'Came before'
  if (verdict === 'refused') return 'Changed nothing'
  if (needsReview) return 'Could not be folded'
  if (unknownEvent) return 'Unknown event, kept'
  if (processedAtMs !== undefined) return 'Folded'
  return error === undefined ? 'Waiting to be folded' : 'Failed; tried again by itself'
}

/** Accepted, and its turn is still to come. */
export const isWaiting = ({ verdict, needsReview, processedAtMs }: CallbackRecord): boolean =>
  verdict === 'accepted' && !needsReview && processedAtMs === undefined

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

export interface Diagnosis {
  /** A few words, for a list. */
  title: string
  /** What was seen. */
  says: string
  /** What to do, the likeliest first. */
  steps: readonly string[]
}

const DIAGNOSES: { readonly [reason: string]: Diagnosis } = {
  'wrong-authorization': {
    title: 'Wrong user name or password',
    says: 'The sender sent an Authorization header, but it is not the SHA-256 of the user name and password that the books know. Either the two sides hold different secrets, or somebody else knocked.',
    steps: [
      'Compare the user name and password of the webhook in the provider’s dashboard with `callbacks.credentials` of createGateway, letter by letter: a space at the end counts.',
      'Was the password changed just now? Configure the old pair beside the new one; deliveries that are on their way still carry the old one.',
      'Is this the right environment? The dashboard keeps separate webhooks for testing and for production.',
    ],
  },
  'missing-authorization': {
    title: 'No Authorization header',
    says: 'The header by which the provider proves itself was not there.',
    steps: [
      'Look at what stands in front of the books: many proxies, gateways and serverless platforms take Authorization away, or use it for themselves. Let it through for this path.',
      'Open the address in the dashboard: a redirect, from http to https or to a path with a slash, loses the header on the way.',
      'If the headers below name another client, it was not the provider, and was rightly refused.',
    ],
  },
  'missing-signature': {
    title: 'No signature',
    says: 'The books know only a secret key, and the delivery carried no x-phonepe-checksum-signature.',
    steps: [
      'In the dashboard, choose signed webhooks for this address; or, if they are secured by user name and password, give createGateway those as well.',
      'Look whether a proxy in front removes headers that it does not know.',
    ],
  },
  'wrong-signature': {
    title: 'The signature does not fit the body',
    says: 'The header was there, but it is not the signature of these bytes. The signature covers no time: a wrong clock is not the reason.',
    steps: [
      'Was the body changed on its way? A parser, a firewall or a proxy that writes JSON anew changes spaces and the order of fields, and with them the signature. The books must get the bytes as they came.',
      'Compare the secret key with the dashboard’s. While it is being changed, configure both.',
    ],
  },
  'unknown-key': {
    title: 'Signed with a key that is not known',
    says: 'The delivery names a key id that is not among the configured ones.',
    steps: [
      'Add the key with that id from the dashboard to `callbacks.credentials`, beside the old one; take the old one away when nothing is signed with it any more.',
    ],
  },
  'no-secrets': {
    title: 'No secrets are configured',
    says: 'The books cannot tell a true callback from a false one. The sender was asked to come again.',
    steps: [
      'Give createGateway the user name and password, or the secret key, of the dashboard: `callbacks: { credentials: […] }`. The provider repeats what it could not deliver.',
    ],
  },
  'body-already-parsed': {
    title: 'The body was read before',
    says: 'Something in front had parsed the body already, so its bytes were gone. The sender was asked to come again.',
    steps: [
      'Mount the books before express.json(), or use their adapter for your framework: it takes the bytes first.',
    ],
  },
  'not-json': {
    title: 'Authentic, but not JSON',
    says: 'The sender proved itself, and then sent something that is no JSON object.',
    steps: ['Ask the provider’s support, with the time of this delivery. The order’s status is read anyway.'],
  },
  'too-large': {
    title: 'Too large',
    says: 'The body was larger than any callback of the provider’s.',
    steps: ['Look at who sends to this address. A true callback has a few kilobytes.'],
  },
}

/** Why a delivery was refused and what mends it, by the reason’s stable name; `hint` is the books’ own word for one that is new. */
export function diagnose(reason: string | undefined, hint?: string): Diagnosis {
  const known = reason !== undefined && Object.hasOwn(DIAGNOSES, reason) ? DIAGNOSES[reason] : undefined
  return known ?? { title: reason ?? 'Refused', says: hint ?? 'The books refused it, and gave no reason.', steps: [] }
}
