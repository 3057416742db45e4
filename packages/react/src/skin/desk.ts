import { type Context, createContext, useContext } from 'react'
import type { PaymentSession } from '../core/payment-session.ts'
import type { Words } from '../words/en.ts'

/** What the provider hands to every part below it. */
export interface Desk {
  readonly words: Words
  readonly checkoutScript: string | undefined
  /** The one session of an order, however many parts show it. */
  readonly sessionOf: (payerToken: string) => PaymentSession
}

export const DeskContext: Context<Desk | undefined> = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('Checkout parts need <GallaProvider gatewayUrl="/payments"> above them')
  return desk
}
