import { UPI_FLOWS, type UpiFlow, type UpiInstrument } from '@galla/contract/provider/mode-values'
import type { Payer as PayerDetails, PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { AccountConstraint } from '@galla/contract/provider/requests'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { Order } from './order.ts'
import { type Payer, type PayerAccount, RUPAY_CREDIT_CARD, SAVINGS_ACCOUNT } from './payer.ts'
import {
  acceptedUpiInstruments,
  acceptsOption,
  cardRejectionCode,
  netBankingOption,
  upiInstrumentOf,
} from './payment-mode-rules.ts'
import { maskPhone, maskVpa } from './upi.ts'

/** The account that pays: the one of the merchant's constraint, otherwise the sandbox's savings account. */
function payingAccount(constraints: readonly AccountConstraint[] | undefined): PayerAccount {
  const only = constraints?.[0]
  return only ? { last4: only.accountNumber.slice(-4), accountType: 'SAVINGS', ifsc: only.ifsc } : SAVINGS_ACCOUNT
}

/** The payer of a UPI payment that names no instrument: the first instrument that the order accepts. */
export function defaultUpiPayer(order: Order, flow: UpiFlow, targetApp?: string): Payer {
  const payer = payerWith(acceptedUpiInstruments(order, flow, targetApp)[0] ?? 'BANK_ACCOUNT', order)
  return payer.kind === 'ACCOUNT' && targetApp !== undefined ? { ...payer, targetApp } : payer
}

/** Names before the `@` that select the instrument. Any other name pays with what the order accepts. */
const INSTRUMENT_BY_VPA_NAME: { readonly [name: string]: UpiInstrument } = {
  credit: 'RUPAY_CC',
  creditline: 'CREDIT_LINE',
  savings: 'BANK_ACCOUNT',
}

/** The payer of a UPI collect request. */
export function collectPayer(order: Order, details: PayerDetails): Payer {
  if (details.type !== 'VPA') return withVpa(defaultUpiPayer(order, 'COLLECT'), `${maskPhone(details.phoneNumber)}@ybl`)
  const name = details.vpa.split('@', 1)[0]?.toLowerCase() ?? ''
  const instrument = Object.hasOwn(INSTRUMENT_BY_VPA_NAME, name) ? INSTRUMENT_BY_VPA_NAME[name] : undefined
  return withVpa(instrument ? payerWith(instrument, order) : defaultUpiPayer(order, 'COLLECT'), maskVpa(details.vpa))
}

function withVpa(payer: Payer, vpa: string): Payer {
  return payer.kind === 'ACCOUNT' || payer.kind === 'CREDIT_LINE' ? { ...payer, vpa } : payer
}

function payerWith(instrument: UpiInstrument, { constraints }: Order): Payer {
  switch (instrument) {
    case 'BANK_ACCOUNT':
      return { kind: 'ACCOUNT', account: payingAccount(constraints) }
    case 'RUPAY_CC':
      return { kind: 'ACCOUNT', account: RUPAY_CREDIT_CARD }
    case 'CREDIT_LINE':
      return { kind: 'CREDIT_LINE' }
  }
}

/** The payer of a simulated payment, and the payment mode of its attempt. */
export type SimulatedPayer = { readonly mode: PaymentModeType; readonly payer: Payer }
type Instrument = NonNullable<SimulatePayment['instrument']>

const CARD = { network: 'VISA', variant: 'CONSUMER', geoScope: 'DOMESTIC', last4: '6667', bankId: 'ICIC' } as const

const PAYERS: { readonly [Name in Instrument]: (order: Order) => SimulatedPayer } = {
  ACCOUNT: ({ constraints }) => ({ mode: 'UPI_QR', payer: { kind: 'ACCOUNT', account: payingAccount(constraints) } }),
  RUPAY_CREDIT: () => ({ mode: 'UPI_QR', payer: { kind: 'ACCOUNT', account: RUPAY_CREDIT_CARD } }),
  CREDIT_LINE: () => ({ mode: 'UPI_QR', payer: { kind: 'CREDIT_LINE' } }),
  CREDIT_CARD: () => ({ mode: 'CARD', payer: { kind: 'CARD', card: { ...CARD, type: 'CREDIT_CARD' } } }),
  DEBIT_CARD: () => ({ mode: 'CARD', payer: { kind: 'CARD', card: { ...CARD, type: 'DEBIT_CARD' } } }),
  NET_BANKING: () => ({ mode: 'NET_BANKING', payer: { kind: 'NET_BANKING', bankId: 'ICIC' } }),
  WALLET: () => ({ mode: 'PPE_INTENT', payer: { kind: 'WALLET' } }),
  EGV: () => ({ mode: 'PPE_INTENT', payer: { kind: 'EGV' } }),
  SPLIT: ({ constraints }) => ({ mode: 'PPE_INTENT', payer: { kind: 'SPLIT', account: payingAccount(constraints) } }),
}

/** Values that `instrument` of a simulated payment takes. */
export const SIMULATED_INSTRUMENTS: readonly string[] = Object.keys(PAYERS)

/** Instruments that `simulatedPayer` tries in this order when none is named. */
const DEFAULT_INSTRUMENTS: readonly Instrument[] = [
  'ACCOUNT',
  'RUPAY_CREDIT',
  'CREDIT_LINE',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'NET_BANKING',
]

/** The payer with the named instrument, or the first default that the order accepts; `undefined` for an unknown name. */
export function simulatedPayer(instrument: unknown, order: Order): SimulatedPayer | undefined {
  const name =
    instrument ?? DEFAULT_INSTRUMENTS.find((one) => acceptsPayer(order, PAYERS[one](order).payer)) ?? 'ACCOUNT'
  return typeof name === 'string' && Object.hasOwn(PAYERS, name) ? PAYERS[name as Instrument](order) : undefined
}

function acceptsPayer(order: Order, payer: Payer): boolean {
  if (payer.kind === 'CARD') return cardRejectionCode(order, payer.card) === undefined
  if (payer.kind === 'NET_BANKING') return acceptsOption(order, netBankingOption(payer.bankId))
  const instrument = upiInstrumentOf(payer)
  return instrument !== undefined && UPI_FLOWS.some((flow) => acceptedUpiInstruments(order, flow).includes(instrument))
}
