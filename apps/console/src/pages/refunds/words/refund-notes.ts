import type { Refund } from '@galla/contract/gateway-api/refunds'

export interface RefundNote {
  tone: 'neutral' | 'good' | 'wait' | 'bad'
  /** What the state means, and what to do, if anything. */
  says: string
}

type Told = Pick<Refund, 'state' | 'inDoubt' | 'attempts' | 'utr'>

/** A refund's state in plain words: how long it takes, whose turn it is, where the money is. */
export function refundNote({ state, inDoubt, attempts, utr }: Told): RefundNote {
  switch (state) {
    case 'REQUESTED':
      if (inDoubt) {
        return {
          tone: 'wait',
          says: 'The provider’s reply was lost, so nobody knows yet whether it took the refund. Its status is being read under the same id, and the amount stays reserved. Do not ask for it again under another id: the payer could get the money twice.',
        }
      }
      return attempts === 0
        ? {
            tone: 'neutral',
            says: 'Written down and on its way. It leaves within seconds; if it does not, look at Health: perhaps nobody works.',
          }
        : {
            tone: 'wait',
            says: 'The provider did not take it up yet: too many calls, or no connection. It is sent again under the same id, which is safe. The API log says what came back.',
          }
    case 'PENDING':
      return {
        tone: 'wait',
        says: 'The provider has it and has not decided. That usually takes minutes, and can take a few working days. Nothing to do: its status is read again by itself, and another refund of this order has to wait until then.',
      }
    case 'CONFIRMED':
      return {
        tone: 'wait',
        says: 'The provider accepted it; the money is on its way. Banks usually need 5 to 7 working days. Nothing to do: its status is read again by itself.',
      }
    case 'COMPLETED':
      return {
        tone: 'good',
        says:
          utr === undefined
            ? 'The money went back. The payer’s bank may take a little longer to show it.'
            : 'The money went back. If the payer does not see it, give them the UTR: their bank finds the payment by it.',
      }
    case 'FAILED':
      return {
        tone: 'bad',
        says: 'No money went back, and the amount is free again. When the reason is gone, ask for a new refund from the order: it gets a new id, as this one is used up.',
      }
  }
}

export const ORIGINS: { readonly [Origin in Refund['origin']]: string } = {
  console: 'A person, in this console',
  api: 'Your code',
  'late-payment': 'A rule: the order was paid too late',
  duplicate: 'A rule: another order of the same reference was paid first',
  elsewhere: 'Somebody else, in the provider’s dashboard',
}
