import type { SettleOrder } from '@galla/contract/control/outcomes'
import type { PaymentModeType } from '@galla/contract/provider/payment-mode'
import { payingAccount } from '../domain/constraints.ts'
import type { Order } from '../domain/order.ts'
import { type Payer, RUPAY_CREDIT } from '../domain/payer.ts'
import { RouteRefusal } from '../routes.ts'

type Paid = { readonly mode: PaymentModeType; readonly payer: Payer }
type Instrument = NonNullable<SettleOrder['instrument']>

const CARD = { network: 'VISA', last4: '6667', bankId: 'ICIC' }

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

/** Who pays an order that is settled by click before anybody tried. */
export function payerFor(instrument: unknown, order: Order): Paid {
  const name = instrument ?? 'ACCOUNT'
  if (typeof name === 'string' && Object.hasOwn(PAYERS, name)) return PAYERS[name as Instrument](order)
  throw new RouteRefusal(400, 'BAD_REQUEST', `instrument must be one of ${Object.keys(PAYERS).join(', ')}.`)
}
