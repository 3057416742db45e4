import type { ReactNode } from 'react'
import { plural } from '../../i18n/plural.ts'

/** The list of event deliveries. */
export const deliveriesEnglish = {
  title: 'Event deliveries',
  aside: 'Calls of your handlers and notifiers',
  views: {
    label: 'State',
    all: 'All',
    waiting: 'Waiting',
    retrying: 'Retrying',
    unclaimed: 'Not subscribed',
    failed: 'Needs review',
    done: 'Done',
  },
  columns: { event: 'Event', state: 'State', subject: 'Resource', result: 'Result', when: 'When' },
  open: (deliveryId: string) => `Open event delivery ${deliveryId}`,
  select: (deliveryId: string) => `Select delivery ${deliveryId}`,
  done: (time: ReactNode) => ['done ', time],
  next: (time: ReactNode) => ['next ', time],
  whenRetried: 'when retried',
  selected: (count: number) => `${count} selected`,
  allShown: 'All shown',
  retry: (count: number) => `Retry ${count === 1 ? 'the delivery' : `${count} deliveries`}`,
  retried: (count: number) => (count === 1 ? 'One delivery is retried now.' : `${count} deliveries are retried now.`),
  notRetried: 'The deliveries were not retried.',
  retryAll: {
    open: 'Retry all…',
    title: 'Retry all deliveries that need review',
    action: 'Retry all',
    text: 'Fix their cause first. Each is called again with the order as it is now and its own delivery id, and starts with fresh attempts. Those that wait for their next attempt stay as they are.',
  },
  none: {
    any: {
      title: 'No event delivery yet',
      text: "When an order or refund changes, the handlers and notifiers that subscribe to the event are called; each is listed here. Subscribe a function with the option `on` of `createGateway`, `on: { 'order.failed': ({ order }) => … }`, or a mail or URL with `notifiers`; for the command `galla gateway`, in the module that `GALLA_HANDLERS` names.",
    },
    waiting: { title: 'No delivery is waiting', text: 'Everything that was due has been delivered.' },
    retrying: { title: 'No delivery is retried', text: 'No handler or notifier that is tried again has failed.' },
    unclaimed: {
      title: 'Every delivery has a subscriber',
      text: 'For every event that is due, a running process has the handler or notifier.',
    },
    failed: {
      title: 'No delivery needs review',
      text: 'Every handler and notifier has succeeded or is being retried.',
    },
    done: { title: 'No delivery is done yet', text: 'The first completed or failed order will be listed here.' },
  },
}

/** One event delivery. */
export const deliveryEnglish = {
  title: 'Event delivery',
  what: 'the delivery',
  close: 'Close',
  retry: 'Retry now',
  retried: 'The delivery is retried now.',
  notRetried: 'The delivery was not retried.',
  /** `order.needs_review` is "Order needs review". */
  event: (event: string) => {
    const words = event.replaceAll(/[._]/g, ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  },
  handler: 'your handler',
  notifier: (name: string) => `notifier “${name}”`,
  to: (subscriber: string) => `to ${subscriber}`,
  attempts: (count: number) => plural(count, 'attempt'),
  fields: {
    order: 'Order',
    refund: 'Refund',
    id: 'Delivery id',
    idName: 'delivery id',
    attempts: 'Attempts',
    created: 'Created',
    next: 'Next attempt',
    done: 'Done',
  },
  remove: {
    open: 'Remove the subscription…',
    title: 'Remove the subscription',
    action: 'Remove',
    text: (event: string, subscriber: string) =>
      `${event} is no longer delivered to ${subscriber}, and what waits for it is cancelled. A process that is started with this code subscribes again.`,
    done: (cancelled: number) =>
      `The subscription is removed; ${cancelled === 1 ? 'one delivery is' : `${cancelled} deliveries are`} cancelled.`,
    failed: 'The subscription was not removed.',
  },
  notes: {
    unclaimed: (subscriber: string, event: string) =>
      `No running process has taken this event for minutes. Start a process whose code has ${subscriber} for ${event}: the event is then delivered. If that code was removed for good, remove the subscription.`,
    done: (attempts: number) =>
      `Delivered ${attempts > 1 ? `at attempt ${attempts}` : 'once'}. A replayed webhook does not deliver it again.`,
    cancelled: 'Not delivered, because its subscription was removed.',
    failed: (attempts: number) =>
      `Failed after ${plural(attempts, 'attempt')} over several hours; retries have stopped. The payment is stored and not affected. Fix the error below, then retry.`,
    handlerFailed: (attempts: number) =>
      `Failed after ${plural(attempts, 'attempt')} over several hours; retries have stopped. The payment is stored and not affected. Fix the error below, then retry: the handler is called with the current order and the same delivery id.`,
    first: 'Stored in the same transaction as its cause; it runs next.',
    retrying: (attempts: number) =>
      `${plural(attempts, 'attempt')} so far. It is retried automatically, with delays from one second up to six hours. A retry now is one of these attempts.`,
  },
  history: {
    title: 'Attempts, newest first',
    label: 'Attempts',
    attempt: (attempt: number, time: ReactNode, duration: string, soft: (parts: readonly ReactNode[]) => ReactNode) => [
      `Attempt ${attempt} `,
      soft(['· ', time, ` · took ${duration}`]),
    ],
    lost: (attempt: number) => `Attempt ${attempt} left no result: its process ended.`,
    last: 'The last attempt: retries have stopped.',
    next: (delay: string, moment: string) => `Next attempt after ${delay}, ${moment}`,
  },
  delay: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },
}
