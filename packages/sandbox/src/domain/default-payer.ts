import { UPI_FLOWS, type UpiFlow, type UpiInstrument } from '@galla/contract/provider/mode-values'
import type { Payer as PayerDetails, PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { AccountConstraint } from '@galla/contract/provider/requests'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import { RouteRefusal } from '../routes/router.ts'
import type { Order } from './order.ts'
import { type Payer, type PayerAccount, RUPAY_CREDIT, SAVINGS } from './payer.ts'
import { bankWay, cardRefusal, instrumentOf, instrumentsFor, takes } from './payment-mode-rules.ts'
import { maskPhone, maskVpa } from './upi.ts'

/** The account that pays an order: the one that the merchant demands, or the sandbox's own savings account. */
export function payingAccount(constraints: readonly AccountConstraint[] | undefined): PayerAccount {
  const only = constraints?.[0]
  return only ? { last4: only.accountNumber.slice(-4), accountType: 'SAVINGS', ifsc: only.ifsc } : SAVINGS
}

/** Who pays by UPI when nothing says otherwise: the first instrument that the order takes. */
export function usualPayer(order: Order, flow: UpiFlow, targetApp?: string): Payer {
  const payer = payerWith(instrumentsFor(order, flow, targetApp)[0] ?? 'BANK_ACCOUNT', order)
  return payer.kind === 'ACCOUNT' && targetApp !== undefined ? { ...payer, targetApp } : payer
}

/** Names before the `@` that say what stands behind the UPI id; any other stands for what the order takes. */
const NAMED: { readonly [name: string]: UpiInstrument } = {
  credit: 'RUPAY_CC',
  creditline: 'CREDIT_LINE',
  savings: 'BANK_ACCOUNT',
}

export function collectPayer(order: Order, details: PayerDetails): Payer {
  if (details.type !== 'VPA') return withVpa(usualPayer(order, 'COLLECT'), `${maskPhone(details.phoneNumber)}@ybl`)
  const name = details.vpa.split('@', 1)[0]?.toLowerCase() ?? ''
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  return withVpa(named ? payerWith(named, order) : usualPayer(order, 'COLLECT'), maskVpa(details.vpa))
}

function withVpa(payer: Payer, vpa: string): Payer {
  return payer.kind === 'ACCOUNT' || payer.kind === 'CREDIT_LINE' ? { ...payer, vpa } : payer
}

function payerWith(instrument: UpiInstrument, { constraints }: Order): Payer {
  switch (instrument) {
    case 'BANK_ACCOUNT':
      return { kind: 'ACCOUNT', account: payingAccount(constraints) }
    case 'RUPAY_CC':
      return { kind: 'ACCOUNT', account: RUPAY_CREDIT }
    case 'CREDIT_LINE':
      return { kind: 'CREDIT_LINE' }
  }
}

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
