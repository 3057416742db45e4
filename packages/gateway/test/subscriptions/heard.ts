import type { GatewaySettings } from '../../src/index.ts'

/** The parts of a subscription's event that the tests note. */
export interface Heard {
  readonly deliveryId: string
  readonly order: { readonly merchantOrderId: string }
  readonly subscription: { readonly subscriptionId: string }
  readonly tx: { query(text: string, values?: readonly unknown[]): Promise<unknown> }
}

export const HEARD_TABLE = `create table heard ("deliveryId" text primary key, "at" bigserial, "event" text not null, "subscriptionId" text not null, "merchantOrderId" text not null)`

const EVENTS = [
  ...['activated', 'charge_upcoming', 'charge_completed', 'charge_failed', 'paused', 'resumed', 'halted', 'cancelled'],
  ...['completed', 'expired', 'updated'],
] as const

/** Handlers that note each event of a subscription in the table, in the transaction of its delivery. */
export const noteEvents: NonNullable<GatewaySettings['on']> = Object.fromEntries(
  EVENTS.map((name) => [
    `subscription.${name}`,
    async ({ deliveryId, order, subscription, tx }: Heard) => {
      await tx.query(
        'insert into heard ("deliveryId", "event", "subscriptionId", "merchantOrderId") values ($1, $2, $3, $4)',
        [deliveryId, name, subscription.subscriptionId, order.merchantOrderId],
      )
    },
  ]),
)
