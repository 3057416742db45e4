import type { DeliveryEntry } from '@galla/contract/gateway-api/decisions'
import { expect, it } from 'vitest'
import { fulfilmentOf } from './fulfilment-messages.ts'

const DONE: DeliveryEntry = {
  kind: 'delivery',
  atMs: 4,
  deliveryId: 'd',
  event: 'order.completed',
  subscriber: 'handlers',
  state: 'done',
  attempts: 1,
}
const WAITING: DeliveryEntry = { ...DONE, state: 'waiting', attempts: 0 }
const RETRIED: DeliveryEntry = { ...WAITING, attempts: 4, lastError: 'offline' }
const FAILED: DeliveryEntry = { ...RETRIED, state: 'failed', attempts: 7 }

/** Tone, words and delivery, five minutes after the first moment. */
const said = (...deliveries: DeliveryEntry[]) => {
  const { tone, title, text, delivery = '' } = fulfilmentOf(deliveries, 300_000)
  return `${tone}: ${title} ${text}${delivery}`
}

it.each<[string, string, DeliveryEntry[]]>([
  ['was processed', 'good: Paid. ', [DONE]],
  ['waits for its first attempt', 'good: Paid. ', [WAITING]],
  ['is being processed', 'good: Paid. ', [{ ...WAITING, atMs: -1, attempts: 1 }]],
  [
    'is retried',
    'wait: Paid; your shop has not processed it yet. Its handler failed: 4 attempts so far, and the next one follows automatically. d',
    [RETRIED],
  ],
  [
    'is retried by a person after it had failed',
    'wait: Paid; your shop has not processed it yet. Its handler failed, and is tried again now. d',
    [{ ...RETRIED, attempts: 0 }],
  ],
  [
    'failed for good',
    'bad: Paid; your shop has not processed it. Its handler failed in 7 attempts, and retries have stopped. d',
    [FAILED],
  ],
  [
    'was taken by no process',
    'wait: Paid; your shop has not processed it yet. No running process has taken the event for minutes. d',
    [{ ...WAITING, atMs: -1 }],
  ],
  [
    'was processed, and not mailed',
    'bad: Paid; the notifier “email” has not delivered it. It failed in 7 attempts, and retries have stopped. mail',
    [DONE, { ...FAILED, subscriber: 'email', deliveryId: 'mail' }],
  ],
  [
    'was neither processed nor mailed',
    'wait: Paid; your shop has not processed it yet. Its handler failed: 1 attempt so far, and the next one follows automatically. d',
    [
      { ...FAILED, subscriber: 'email', deliveryId: 'mail' },
      { ...RETRIED, attempts: 1 },
    ],
  ],
  ['had no subscriber', 'good: Paid. ', [{ ...FAILED, event: 'refund.completed' }]],
  [
    'had a subscriber that was removed',
    'wait: Paid; no event was sent to your shop. The subscription to order.completed was removed before the delivery. ',
    [{ ...WAITING, state: 'cancelled' }],
  ],
])('says of a payment that %s: %s', (_, text, deliveries) => {
  expect(said(...deliveries)).toBe(text)
})
