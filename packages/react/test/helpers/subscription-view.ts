import type { PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { paise } from '@galla/contract/money'

const inIndia = (day: string) => Date.parse(`${day}T00:00:00+05:30`)

/** A subscription whose second debit comes on 10 February, if it runs. */
export function subscriptionView(over: Partial<PayerSubscription> = {}): PayerSubscription {
  return {
    subscriptionId: 'sub-7',
    planName: 'Tea every month',
    state: 'ACTIVE',
    amount: paise(19_900),
    frequency: 'MONTHLY',
    mandate: { state: 'ACTIVE', maxAmount: paise(49_900), expiresAtMs: inIndia('2037-01-08') },
    ...((over.state ?? 'ACTIVE') === 'ACTIVE' && {
      nextDebit: { amount: paise(19_900), atMs: inIndia('2027-02-10') },
      wouldEndAtMs: inIndia('2027-02-10'),
    }),
    changes: ['pause', 'cancel'],
    nowMs: inIndia('2027-01-10'),
    ...over,
  }
}

/** A payer token of a subscription in the gateway's format; the signature is not checked in these tests. */
export function subscriptionToken(subscriptionId: string): string {
  return `s1.${Buffer.from(subscriptionId).toString('base64url')}.zzz.${'s'.repeat(43)}`
}
