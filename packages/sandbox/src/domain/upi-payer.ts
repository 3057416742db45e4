import type { UpiFlow, UpiInstrument } from '@galla/contract/provider/mode-values'
import type { Payer as PayerDetails } from '@galla/contract/provider/payment-mode'
import { payingAccount } from './constraints.ts'
import type { Order } from './order.ts'
import { type Payer, RUPAY_CREDIT } from './payer.ts'
import { maskPhone, maskVpa } from './vpa.ts'
import { instrumentsFor } from './ways.ts'

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
