import { isAccepted } from '@galla/http-server/receiver-answers'
import type { CallbackMessage } from '../callbacks/messages.ts'
import type { Drill } from './drill.ts'
import type { DrillFixtures } from './fixtures.ts'

/** Drills with the callbacks of UPI AutoPay. A shop without mandates passes them as well: it acknowledges what it does not know. */
export const MANDATE_DRILLS: readonly Drill[] = [
  {
    name: 'mandate-events',
    expects: 'Every kind of mandate callback arrives: setup, state change, notification, debit. All are answered 2xx.',
    fix: 'Callbacks of mandates arrive at the same URL as those of payments. Answer 2xx to every `subscription.*`, whatever it reports.',
    requests: (fixtures) =>
      signed(fixtures, [
        fixtures.mandates.setUp('custom', 'completed'),
        fixtures.mandates.setUp('custom', 'failed'),
        ...fixtures.mandates.debit('completed'),
        ...fixtures.mandates.debit('failed'),
        ...fixtures.mandates.debit('not-notified'),
        ...(['paused', 'unpaused', 'revoked', 'cancelled'] as const).map(fixtures.mandates.change),
      ]),
    passes: isAccepted,
  },
  {
    name: 'mandate-id',
    expects:
      'The id of the mandate is at the root of the payload of a state change, and in its `paymentFlow` of an order; both are answered 2xx.',
    fix: 'Read `payload.merchantSubscriptionId`, otherwise `payload.paymentFlow.merchantSubscriptionId`. Times may be texts.',
    requests: (fixtures) => {
      const [notified] = fixtures.mandates.debit('notified')
      return signed(fixtures, [
        fixtures.mandates.change('paused'),
        ...(notified ? [{ ...notified, body: withTextTimes(notified.body) }] : []),
        fixtures.mandates.setUp('standard', 'completed'),
      ])
    },
    passes: isAccepted,
  },
  {
    name: 'mandate-duplicate',
    expects: 'The callbacks of a debit and of a revocation arrive twice; all are answered 2xx.',
    fix: 'One cycle sends several events with one order id. Store each handled callback under (event, id, transaction), and answer 2xx to a callback that is already stored.',
    requests: (fixtures) => {
      const messages = [...fixtures.mandates.debit('completed'), fixtures.mandates.change('revoked')]
      return signed(
        fixtures,
        messages.flatMap((message) => [message, message]),
      )
    },
    passes: isAccepted,
  },
  {
    name: 'mandate-out-of-order',
    expects: 'The callbacks of a debit arrive in reverse order, the notification last; all are answered 2xx.',
    fix: 'A debit can be reported before its notification. Read the status of the order, and move forward only.',
    requests: (fixtures) => signed(fixtures, [...fixtures.mandates.debit('completed')].reverse()),
    passes: isAccepted,
  },
  {
    name: 'mandate-unknown-event',
    expects: 'A mandate callback of an unknown kind, and one in an unknown state, are answered 2xx.',
    fix: 'Acknowledge and ignore the `subscription.*` events and the states that you do not know: the provider adds new ones.',
    requests: (fixtures) => {
      const [notified] = fixtures.mandates.debit('notified')
      const changed = fixtures.mandates.change('paused')
      return [
        ...(notified ? [fixtures.signed(changedBody(notified, 'subscription.redemption.order.cancelled'))] : []),
        fixtures.signed(changedBody(changed, 'subscription.ported', 'PORTED')),
      ]
    },
    passes: isAccepted,
  },
]

const signed = (fixtures: DrillFixtures, messages: readonly CallbackMessage[]) =>
  messages.map(({ body }) => fixtures.signed(body))

/** The body under the name of another event, and with another state. */
function changedBody({ body }: CallbackMessage, event: string, state?: string): string {
  const callback = JSON.parse(body) as { type?: string; payload: object }
  const type = callback.type === undefined ? {} : { type: event.toUpperCase().replaceAll('.', '_') }
  return JSON.stringify({ ...callback, event, ...type, payload: { ...callback.payload, ...(state && { state }) } })
}

/** Times as texts, which the provider sends now and then. */
const withTextTimes = (body: string): string =>
  body.replace(/"(notifiedAt|validAfter|validUpto)":(\d+)/g, (_, name: string, time: string) => `"${name}":"${time}"`)
