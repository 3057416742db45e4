import { isAccepted, isRefusal } from '@galla/http-server/receiver-answers'
import { tamper, unknownEvent } from '../callbacks/tampering.ts'
import type { Drill, DrillResponse } from './drill.ts'
import { MANDATE_DRILLS } from './mandate-drills.ts'

const handled = (response: DrillResponse): boolean => isAccepted(response) || isRefusal(response)

/** The callback that every receiver must accept. */
export const VALID: Drill = {
  name: 'valid',
  expects: 'A correctly signed order.completed is answered 2xx.',
  fix: "Verify the callback over its raw body with the credentials of the provider's dashboard, and answer 2xx once it is stored.",
  requests: (fixtures) => [fixtures.signed(fixtures.ownOrder().body)],
  passes: isAccepted,
}

/** All drills in the order in which they are sent: what must work, what may surprise a receiver, what must be rejected. */
export const DRILLS: readonly Drill[] = [
  VALID,
  {
    name: 'duplicate',
    expects: 'The same callback arrives twice; both are answered 2xx.',
    fix: 'Callbacks repeat. Store each handled callback under (event, id, state), and answer 2xx to a callback that is already stored.',
    requests: (fixtures) => {
      const request = fixtures.signed(fixtures.ownOrder().body)
      return [request, request]
    },
    passes: isAccepted,
  },
  {
    name: 'burst',
    expects: 'The same callback arrives eight times at once; all are answered 2xx.',
    fix: 'Several workers can handle the same callback at once. Let the database decide with a unique key, not with a read before a write.',
    requests: (fixtures) => {
      const request = fixtures.signed(fixtures.ownOrder().body)
      return Array.from({ length: 8 }, () => request)
    },
    parallel: true,
    passes: isAccepted,
  },
  {
    name: 'attempt-failed',
    expects: 'An attempt fails while its order is still pending; the callback is answered 2xx.',
    fix: "A failed attempt does not fail the order: the payer can try again. Answer 2xx and wait for the order's own event.",
    requests: (fixtures) => [fixtures.signed(fixtures.attemptFailed().body)],
    passes: isAccepted,
  },
  {
    name: 'order-failed',
    expects: 'A callback reports a failed order; it is answered 2xx.',
    fix: 'Answer 2xx to every correctly signed event, whatever it reports.',
    requests: (fixtures) => [fixtures.signed(fixtures.failed().body)],
    passes: isAccepted,
  },
  {
    name: 'refund-events',
    expects: 'One refund is accepted, one is completed and one fails; all callbacks are answered 2xx.',
    fix: 'Refund events arrive at the same URL as order events. Handle every `pg.refund.*`.',
    requests: (fixtures) =>
      (['CONFIRMED', 'COMPLETED', 'FAILED'] as const).map((state) => fixtures.signed(fixtures.refund(state).body)),
    passes: isAccepted,
  },
  {
    name: 'out-of-order',
    expects: 'The events of a refund arrive in reverse order; all are answered 2xx.',
    fix: 'Events can overtake each other. Compare states, move forward only, and never answer an error to an early or late event.',
    requests: (fixtures) => fixtures.refundReversed().map((message) => fixtures.signed(message.body)),
    passes: isAccepted,
  },
  {
    name: 'late-payment',
    expects: 'An order expires and fails, then its money arrives; both callbacks are answered 2xx.',
    fix: "Money can arrive after expiry. Store the event, check the order's status, then fulfil or refund by your own rule.",
    requests: (fixtures) => fixtures.latePayment().map((message) => fixtures.signed(message.body)),
    passes: isAccepted,
  },
  {
    name: 'unknown-event',
    expects: 'A correctly signed event with an unknown name is answered 2xx.',
    fix: 'Acknowledge and ignore events whose name you do not know: the provider adds new ones.',
    requests: (fixtures) => [fixtures.signed(unknownEvent(fixtures.completed()).body)],
    passes: isAccepted,
  },
  {
    name: 'unknown-fields',
    expects: 'A callback with unknown fields and an unknown state is answered 2xx.',
    fix: "Read the fields that you need and ignore the others. A schema that rejects unknown fields breaks on the provider's next release.",
    requests: (fixtures) => [fixtures.signed(withUnknownFields(fixtures.completed().body))],
    passes: isAccepted,
  },
  {
    name: 'without-type',
    expects: 'A callback without the deprecated upper-case `type` is answered 2xx.',
    fix: 'Decide by `event` and `payload.state`. `type` is deprecated and can be absent.',
    requests: (fixtures) => [fixtures.signed(withoutType(fixtures.completed().body))],
    passes: isAccepted,
  },
  ...MANDATE_DRILLS,
  {
    name: 'wrong-amount',
    expects: 'A correctly signed callback with an amount that differs from its order is answered 2xx or 4xx, not 5xx.',
    fix: 'Compare amount and id with your own order, and with a status check, before you fulfil anything.',
    requests: (fixtures) => [fixtures.signed(tamper(fixtures.completed().body))],
    passes: handled,
  },
  {
    name: 'tampered',
    expects:
      'A callback about an unpaid order is changed after it was signed. With HMAC it is rejected with 4xx; the classic hash does not cover the body, so there any answer but 5xx passes.',
    fix: 'Compute the HMAC over the received bytes, before any JSON parsing, and reject a signature that does not match.',
    requests: (fixtures) => [fixtures.tampered(fixtures.untrue().body)],
    passes: (response, fixtures) => (fixtures.mode === 'classic' ? handled(response) : isRefusal(response)),
  },
  {
    name: 'unsigned',
    expects: 'A callback without a signature is rejected with 4xx.',
    fix: 'Answer 401 when the authorization header is missing. Anyone can post to a public URL.',
    requests: (fixtures) => [fixtures.unsigned(fixtures.untrue().body)],
    passes: isRefusal,
  },
  {
    name: 'wrong-secret',
    expects: 'A callback that is signed with another secret is rejected with 4xx.',
    fix: 'Compute the signature yourself, compare the two in constant time, and answer 401 when they differ.',
    requests: (fixtures) => [fixtures.signedWithWrongSecret(fixtures.untrue().body)],
    passes: isRefusal,
  },
  {
    name: 'not-json',
    expects: 'A correctly signed body that is not JSON is answered 4xx (or 2xx), not 5xx.',
    fix: "Catch the parser's error and answer 400: sending the same body again does not make it readable.",
    requests: (fixtures) => [fixtures.signed('{"event":')],
    passes: handled,
  },
  {
    name: 'empty-body',
    expects: 'A signed callback with an empty body is answered 4xx (or 2xx), not 5xx.',
    fix: 'Check that there is a body before you parse it.',
    requests: (fixtures) => [fixtures.signed('')],
    passes: handled,
  },
]

function withUnknownFields(body: string): string {
  const callback = JSON.parse(body) as { payload: object }
  const payload = { ...callback.payload, state: 'HELD_FOR_REVIEW', loyalty: { points: 7 }, tags: [null, 1] }
  return JSON.stringify({ ...callback, version: '3', payload })
}

function withoutType(body: string): string {
  const { type: _type, ...callback } = JSON.parse(body) as { type?: string }
  return JSON.stringify(callback)
}
