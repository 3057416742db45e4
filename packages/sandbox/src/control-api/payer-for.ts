import { UPI_FLOWS } from '@galla/contract/provider/mode-values'
import type { PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import { payingAccount } from '../domain/constraints.ts'
import type { Order } from '../domain/order.ts'
import { type Payer, RUPAY_CREDIT } from '../domain/payer.ts'
import { bankWay, cardRefusal, instrumentOf, instrumentsFor, takes } from '../domain/ways.ts'
import { RouteRefusal } from '../routes.ts'

/** What pays, and by which mode the wire names it. */
export type Paid = { readonly mode: PaymentModeType; readonly payer: Payer }
type Instrument = NonNullable<SimulatePayment['instrument']>

const CARD = { network: 'VISA', variant: 'CONSUMER', geoScope: 'DOMESTIC', last4: '6667', bankId: 'ICIC' } as const

const PAYERS: { readonly [Name in Instrument]: (order: Order) => Paid } = {
  ACCOUNT: ({ constraints }) => ({ mode: 'UPI_QR', payer: { kind: 'ACCOUNT', account: payingAccount(constraints) } }),
  RUPAY_CREDIT: () => ({ mode: 'UPI_QR', payer: { kind: 'ACCOUNT', account: RUPAY_CREDIT } }),
  CREDIT_LINE: () => ({ mode: 'UPI_QR', payer: { kind: 'CREDIT_LINE' } }),
  CREDIT_CARD: () => ({ mode: 'CARD', payer: { kind: 'CARD', card: { ...CARD, type: 'CREDIT_CARD' } } }),
  DEBIT_CARD: () => ({ mode: 'CARD', payer: { kind: 'CARD', card: { ...CARD, type: 'DEBIT_CARD' } } }),
  NET_BANKING: () => ({ mode: 'NET_BANKING', payer: { kind: 'NET_BANKING', bankId: 'ICIC' } }),
  WALLET: () => ({ mode: 'PPE_INTENT', payer: { kind: 'WALLET' } }),
  EGV: () => ({ mode: 'PPE_INTENT', payer: { kind: 'EGV' } }),
  SPLIT: ({ constraints }) => ({ mode: 'PPE_INTENT', payer: { kind: 'SPLIT', account: payingAccount(constraints) } }),
}

/** Who pays an order that is settled by click before anybody tried: whoever is named, or the usual payer that the order takes. */
export function payerFor(instrument: unknown, order: Order): Paid {
  const name = instrument ?? USUAL.find((one) => takesPayer(order, PAYERS[one](order).payer)) ?? 'ACCOUNT'
  if (typeof name === 'string' && Object.hasOwn(PAYERS, name)) return PAYERS[name as Instrument](order)
  throw new RouteRefusal(400, 'BAD_REQUEST', `instrument must be one of ${Object.keys(PAYERS).join(', ')}.`)
}

const USUAL: readonly Instrument[] = [
  'ACCOUNT',
  'RUPAY_CREDIT',
  'CREDIT_LINE',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'NET_BANKING',
]

function takesPayer(order: Order, payer: Payer): boolean {
  if (payer.kind === 'CARD') return cardRefusal(order, payer.card) === undefined
  if (payer.kind === 'NET_BANKING') return takes(order, bankWay(payer.bankId))
  const instrument = instrumentOf(payer)
  return instrument !== undefined && UPI_FLOWS.some((flow) => instrumentsFor(order, flow).includes(instrument))
}
