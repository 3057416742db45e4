import {
  type CallbackRecord,
  type CallbackRecordDetail,
  type CallbacksQuery,
  HEALTH_EVENT,
} from '@galla/contract/gateway-api/callbacks'
import { DISPUTE_EVENTS } from '@galla/contract/provider/disputes'
import type { StateKind } from '../../i18n/terms.ts'

/** Returns the outcome of a callback, in a few words. */
export function callbackOutcome(callback: CallbackRecord): string {
  const { verdict, needsReview, unknownEvent, processedAtMs, error } = callback
  if (verdict === 'duplicate') return 'Received before'
  if (verdict === 'refused') return 'Not processed'
  if (needsReview) return 'Could not be processed'
  if (unknownEvent) return 'Stored, changes nothing'
  if (processedAtMs !== undefined) return 'Processed'
  return error === undefined ? 'Waiting to be processed' : 'Failed, will be retried'
}

/** Accepted and not processed yet. */
export const isUnprocessed = ({ verdict, needsReview, processedAtMs }: CallbackRecord): boolean =>
  verdict === 'accepted' && !needsReview && processedAtMs === undefined

/** Views of the callback list, by the value of `verdict` in the address. */
export const VIEWS = [
  { value: '', label: 'All' },
  { value: 'accepted', label: 'Processed' },
  { value: 'duplicate', label: 'Duplicates' },
  { value: 'refused', label: 'Rejected' },
  { value: 'unknown', label: 'Unknown event' },
  { value: 'failed', label: 'Needs review' },
] as const

/** The API query of a view. */
export function viewQuery(view: string): Pick<CallbacksQuery, 'verdict' | 'needsReview' | 'unknownEvent'> {
  if (view === 'failed') return { needsReview: 'true' }
  if (view === 'unknown') return { unknownEvent: 'true' }
  return view === '' ? {} : { verdict: view }
}

interface EmptyView {
  title: string
  text: string
}

/** Empty state by view. */
export const EMPTY_VIEWS: { readonly '': EmptyView; readonly [view: string]: EmptyView | undefined } = {
  '': {
    title: 'No webhook yet',
    text: 'The provider sends one when an order or refund is completed or failed. If orders are paid and no webhook arrives, compare the address in the provider’s dashboard with the webhook URL of this installation.',
  },
  accepted: { title: 'No processed webhook', text: 'If webhooks were rejected, the view Rejected shows why.' },
  duplicate: {
    title: 'No duplicates',
    text: 'The provider may send the same webhook more than once. A duplicate is stored here and changes nothing.',
  },
  refused: { title: 'No rejected webhook', text: 'Every webhook so far was authentic.' },
  unknown: {
    title: 'No unknown events',
    text: 'A webhook with an event that this version does not know is stored here and changes nothing.',
  },
  failed: { title: 'No webhook needs review', text: 'Every genuine webhook was processed.' },
}

interface Diagnosis {
  /** A few words, for the list. */
  title: string
  /** The gateway's observation. */
  text: string
  /** The next steps, the most likely step first. Code is in backquotes. */
  steps: readonly string[]
}

const DIAGNOSES: { readonly [reason: string]: Diagnosis } = {
  'wrong-authorization': {
    title: 'Wrong user name or password',
    text: 'The request has an Authorization header, but it is not the SHA-256 of the configured user name and password. Either the two sides have different credentials, or the request is not from the provider.',
    steps: [
      'Compare the user name and password of the webhook in the provider’s dashboard with `callbackCredentials` of createGateway, character by character: a trailing space counts.',
      'If the password was changed recently, configure the old pair beside the new one: webhooks that were sent before the change still carry the old one.',
      'Check the environment: the dashboard has separate webhooks for testing and for production.',
    ],
  },
  'missing-authorization': {
    title: 'No Authorization header',
    text: 'The header that authenticates the provider is missing.',
    steps: [
      'Check the proxy in front of the gateway: many proxies, gateways and serverless platforms remove the Authorization header or use it themselves. Forward it for this path.',
      'Open the address in the dashboard: a redirect, from http to https or to a path with a trailing slash, loses the header.',
      'If the headers below name another client, the request was not from the provider and was refused correctly.',
    ],
  },
  'missing-signature': {
    title: 'No signature',
    text: 'Only a secret key is configured, and the request has no x-phonepe-checksum-signature header.',
    steps: [
      'In the dashboard, choose signed webhooks for this address. If the webhooks use a user name and password, configure both here as well.',
      'Check whether a proxy removes unknown headers.',
    ],
  },
  'wrong-signature': {
    title: 'The signature does not match the body',
    text: 'The signature header is not the signature of the received bytes. The signature does not contain the time, so a wrong clock is not the cause.',
    steps: [
      'Check whether the body was changed: a parser, firewall or proxy that reserializes JSON changes spaces and the order of fields, so the signature no longer matches. The gateway needs the original bytes.',
      'Compare the secret key with the dashboard’s. During a change of the key, configure both.',
    ],
  },
  'unknown-key': {
    title: 'Signed with an unknown key',
    text: 'The id of the signing key is not among the configured keys.',
    steps: [
      'Add the key with this id from the dashboard to `callbackCredentials`, beside the old one; remove the old one when no webhook uses it any more.',
    ],
  },
  'no-secrets': {
    title: 'No credentials are configured',
    text: 'The gateway cannot verify webhooks. It answered with an error, so the provider sends this one again.',
    steps: [
      'Configure the user name and password, or the secret key, of the dashboard as `callbackCredentials` of createGateway. The provider repeats webhooks that failed.',
    ],
  },
  'body-already-parsed': {
    title: 'The body was already parsed',
    text: 'A middleware in front of the gateway parsed the body, so the original bytes are lost. The gateway answered with an error, so the provider sends this webhook again.',
    steps: ['Mount the gateway before express.json(), or use its adapter for your framework.'],
  },
  'not-json': {
    title: 'Authentic, but not JSON',
    text: 'The request is authentic, but its body is not a JSON object.',
    steps: [
      'Report it to the provider’s support, with the time of this webhook. The gateway polls the status of the order independently.',
    ],
  },
  'too-large': {
    title: 'Too large',
    text: 'The body is larger than any webhook of the provider.',
    steps: ['Find out who sends requests to this address. A webhook has a few kilobytes.'],
  },
}

/** Why a callback was refused and what to do. A reason that this version does not know shows as its code. */
export function diagnose(reason: string | undefined): Diagnosis {
  const known = reason !== undefined && Object.hasOwn(DIAGNOSES, reason) ? DIAGNOSES[reason] : undefined
  return (
    known ?? {
      title: reason ?? 'Refused',
      text: 'This console does not know the reason. The gateway’s log has more.',
      steps: [],
    }
  )
}

/** The amount that the body of a webhook about an order states, in paise; undefined for other events and bodies. */
export function amountIn({ event, body }: Pick<CallbackRecordDetail, 'body'> & { event?: string }): number | undefined {
  if (event === undefined || !/^(?:checkout|pg)\.order\./.test(event)) return undefined
  const payload = typeof body === 'object' && body !== null && 'payload' in body ? body.payload : undefined
  const amount = typeof payload === 'object' && payload !== null && 'amount' in payload ? payload.amount : undefined
  return typeof amount === 'number' ? amount : undefined
}

/** The kind of thing whose state a callback reports. */
export function reportedKind(event: string, merchantRefundId: string | undefined): StateKind {
  if (Object.hasOwn(DISPUTE_EVENTS, event)) return 'dispute'
  if (event === HEALTH_EVENT) return 'health'
  if (event.startsWith('settlement.')) return 'settlement'
  if (/^subscription\.(?:notification|redemption)\./.test(event)) return 'debit'
  if (/^subscription\.\w+$/.test(event)) return 'mandate'
  return merchantRefundId === undefined ? 'order' : 'refund'
}
