import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The list of the webhooks. */
export const webhooksEnglish = {
  title: 'Webhooks',
  aside: 'Sent by the provider to your webhook URL',
  show: 'Webhooks to show',
  id: 'Order or refund ID',
  event: 'Event',
  eventExample: 'checkout.order.completed',
  received: 'Received',
  open: (id: string, event: string) => `Open webhook ${id}, ${event}`,
  refused: 'refused',
  noMatch: 'No webhook matches',
  clear: 'Clear filters',
  select: (id: string) => `Select webhook ${id}`,
  status: 'Status',
  outcome: 'Outcome',
  subject: 'Resource',
  reported: (state: string) => `Reported as ${state.toLowerCase()}`,
}

/** The outcomes of webhooks, and the views of the list by outcome. */
export const outcomesEnglish = {
  duplicate: 'Received before',
  refused: 'Not processed',
  failed: 'Could not be processed',
  unknown: 'Stored, changes nothing',
  processed: 'Processed',
  waiting: 'Waiting to be processed',
  retrying: 'Failed, will be retried',
  views: {
    all: 'All',
    accepted: 'Processed',
    duplicate: 'Duplicates',
    refused: 'Rejected',
    unknown: 'Unknown event',
    failed: 'Needs review',
  },
  empty: {
    all: {
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
  },
  undiagnosed: {
    title: 'Refused',
    text: 'This console does not know the reason. The gateway’s log has more.',
  },
}

/** The page of one webhook. */
export const webhookEnglish = {
  title: (id: string) => `Webhook ${id}`,
  missing: 'Webhook not found',
  missingText: 'When very many rejected webhooks arrive at once, only some of them are stored.',
  all: 'All webhooks',
  what: 'the webhook',
  webhooks: 'Webhooks',
  rejected: 'Rejected webhook',
  replay: 'Replay…',
  parts: 'Parts of the webhook',
  payload: {
    title: 'Payload',
    repeated: 'The same bytes as the first one, which has the payload.',
    erased: 'Erased: it is older than the retention period of payer data.',
    sized: 'Of a webhook from an unknown sender only the size of the body is stored.',
    masked: 'Masked values were masked before they were stored, so they cannot be revealed.',
  },
  headers: {
    title: 'Headers',
    none: 'No headers of this webhook are stored.',
    text: 'The names of all headers are stored; values only where they cannot contain a secret.',
  },
  compare: 'Compare',
}

/** The facts of a webhook. */
export const factsEnglish = {
  verified: {
    classic: 'User name and password: authenticate the sender, not the body',
    hmac: 'A signature over the body',
  },
  event: 'Event',
  received: 'Received',
  outcome: 'Outcome',
  at: (outcome: string, time: ReactNode) => [outcome, ', ', time],
  attempt: (attempts: number) => `, at attempt ${attempts}`,
  order: 'Order',
  refund: 'Refund',
  reported: 'Reported state',
  verification: 'Verification',
  id: 'Delivery ID',
  copied: 'delivery ID',
  refundNow: 'Refund is now',
  result: 'Result',
  orderEvents: 'Events of the order',
  refundEvents: 'Events of its refunds',
  delivery: (event: string, subscriber: string) => `${event} to ${subscriber}`,
  noOrder: 'None: the gateway does not have this order',
  noDecision: 'None yet',
  unchanged: (state: ReactNode) => [state, ' unchanged'],
  to: 'to',
  timeline: 'Timeline of the order',
  noRefund: 'The gateway does not have this refund',
}

/** The notes on a webhook that was not simply applied. */
export const notesEnglish = {
  stopped: 'It could not be processed, and retries have stopped.',
  stoppedText: ' The order is still updated by status checks. Fix the error below, then replay this webhook.',
  unknown: (event: string) => `The webhook is authentic, but its event “${event}” is unknown.`,
  unknownText:
    ' It was stored and changes nothing. If you need the event, see the provider’s documentation; a newer version may support it.',
  retried: 'Applying it failed; it is retried automatically.',
  amount: (webhook: string, order: string) =>
    `The amount of this webhook (${webhook}) differs from that of the order (${order}).`,
  amountText:
    ' The status check at the provider decided, not the webhook. If the provider did not send it, change the callback credentials.',
  refused: (title: string) => `${title}.`,
  url: 'Webhook URL of this installation: ',
  duplicate:
    'A webhook with the same bytes was received before. This one was stored, answered with 200, and changes nothing.',
  first: 'The first one',
}

/** The comparison of two webhooks. */
export const comparisonEnglish = {
  select: 'Select one',
  webhook: (id: string) => `Webhook ${id}`,
  option: (time: string, event: string, outcome: string) => `${time}: ${event}, ${outcome}`,
  alone:
    'There is no other webhook about this order or refund. To compare it with any other webhook, select both in the list of webhooks.',
  compare: 'Compare with',
  previous: 'Previous webhook',
  what: 'the other webhook',
  erased: 'The payload of one of them is erased: it is older than the retention period.',
  same: 'The stored payloads are the same.',
  mayDiffer: ' Masked values may differ.',
  differences: 'Differences',
  differ: (count: number, older: ReactNode, newer: ReactNode) => [
    `${plural(count, 'difference')}, from `,
    older,
    ' to ',
    newer,
  ],
  link: (id: string) => `webhook ${id}`,
  kind: 'Kind',
  field: 'Field',
  before: 'Before',
  after: 'After',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  all: 'the whole body',
  absent: 'absent',
  value: { before: (path: string) => `${path}, before`, after: (path: string) => `${path}, after` },
}

/** The replay of webhooks. */
export const replayEnglish = {
  selected: (count: number) => `${count} selected`,
  tooMany: (count: number, most: number) => `${count} selected; at most ${most} can be replayed at once`,
  all: (count: number) => `All ${count} shown`,
  firstOnes: (count: number) => `The first ${count}`,
  compare: 'Compare the two',
  open: 'Replay…',
  title: 'Replay webhooks',
  action: 'Replay',
  none: 'Nothing to replay',
  some: (count: number) => `Replay ${plural(count, 'webhook')}`,
  failed: 'The webhooks were not replayed.',
  queued: (count: number) => `${plural(count, 'webhook')} queued for replay.`,
  queuedAlready: 'Each of these webhooks is already queued for replay.',
  preview: {
    failed: 'The preview could not be loaded.',
    checking: 'Checking the status of each order at the provider…',
    what: 'the preview',
    none: 'None of them can be replayed.',
    same: 'Nothing would change: the gateway already has these states.',
    orders: (orders: number) => `${plural(orders, 'order')} would change.`,
    refunds: (refunds: number) => `${plural(refunds, 'refund')} would change.`,
    both: (orders: number, refunds: number) =>
      `${plural(orders, 'order')} and ${plural(refunds, 'refund')} would change.`,
    unchanged: (others: number) => (others === 1 ? 'One other does not change.' : `${others} others do not change.`),
    skipped: (count: number) =>
      `${count === 1 ? 'One is skipped' : `${count} are skipped`}: rejected webhooks are never replayed, since their sender is unknown, and the payload of old ones is erased.`,
    unchecked:
      'The status of some orders could not be checked. Their webhooks are processed when the provider answers.',
    delivered: 'Events that were already delivered are not delivered again.',
  },
  changes: { label: 'Changes', subject: 'Order or refund', now: 'Now', later: 'After the replay' },
}
