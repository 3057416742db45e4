import type { Paise } from '@galla/contract/money'
import type { WireInstrument, WireRail } from '@galla/contract/provider/instrument'
import type { CardType, CardVariant, GeoScope } from '@galla/contract/provider/mode-values'
import type { WireSplit } from '@galla/contract/provider/responses'
import { defined } from './defined.ts'

/** The payer's instrument. Holds no secret: card numbers and UPI ids are masked before. */
export type Payer =
  | { readonly kind: 'ACCOUNT'; readonly vpa?: string; readonly account: PayerAccount; readonly targetApp?: string }
  | { readonly kind: 'CARD'; readonly card: PayerCard }
  | { readonly kind: 'NET_BANKING'; readonly bankId: string }
  | { readonly kind: 'CREDIT_LINE'; readonly vpa?: string }
  | { readonly kind: 'WALLET' }
  /** A gift voucher. */
  | { readonly kind: 'EGV' }
  /** Half of the amount from the account, half from the wallet. */
  | { readonly kind: 'SPLIT'; readonly account: PayerAccount }

export interface PayerAccount {
  readonly last4: string
  readonly accountType: 'SAVINGS' | 'CREDIT'
  readonly ifsc?: string
}

export interface PayerCard {
  readonly type: CardType
  readonly network: string
  readonly variant: CardVariant
  readonly geoScope: GeoScope
  readonly last4: string
  readonly bankId: string
}

export const SAVINGS_ACCOUNT: PayerAccount = { last4: '4321', accountType: 'SAVINGS' }
/** The wire shows a RuPay credit card that is linked to UPI as an account. */
export const RUPAY_CREDIT_CARD: PayerAccount = { last4: '0009', accountType: 'CREDIT' }
const ACCOUNT_HOLDER = 'Asha Sandbox'

/** True when both pay with an account, card or other instrument of the same type. */
export function hasSameInstrument(one: Payer, other: Payer): boolean {
  if (one.kind === 'ACCOUNT' && other.kind === 'ACCOUNT') return one.account.accountType === other.account.accountType
  if (one.kind === 'CARD' && other.kind === 'CARD') return one.card.type === other.card.type
  return one.kind === other.kind
}

/** References that the banks assign to one payment. */
export interface BankReferences {
  /** Twelve digits. */
  readonly utr: string
  readonly upiTransactionId: string
  readonly brn: string
  readonly authorizationCode: string
}

/** The instruments that paid, one part each. The parts sum to the amount. */
export function splitsOf(payer: Payer, amount: Paise, refs: BankReferences): WireSplit[] {
  switch (payer.kind) {
    case 'ACCOUNT':
      return [{ amount, rail: upiRail(refs, payer.vpa), instrument: accountInstrument(payer.account) }]
    case 'CARD':
      return [
        {
          amount,
          rail: { type: 'PG', authorizationCode: refs.authorizationCode },
          instrument: {
            type: payer.card.type,
            bankId: payer.card.bankId,
            brn: refs.brn,
            geoScope: payer.card.geoScope,
            cardNetwork: payer.card.network,
            maskedCardNumber: `******${payer.card.last4}`,
          },
        },
      ]
    case 'NET_BANKING':
      return [
        { amount, rail: { type: 'PG' }, instrument: { type: 'NET_BANKING', bankId: payer.bankId, brn: refs.brn } },
      ]
    case 'CREDIT_LINE':
      return [
        {
          amount,
          rail: upiRail(refs, payer.vpa),
          instrument: {
            type: 'CREDIT_LINE',
            maskedAccountNumber: '******7788',
            accountHolderName: ACCOUNT_HOLDER,
            bankId: 'ICIC',
          },
        },
      ]
    case 'WALLET':
      return [walletPart(amount)]
    case 'EGV':
      return [
        { amount, rail: { type: 'PPI_EGV' }, instrument: { type: 'EGV', cardNumber: '******2468', programId: 'GIFT' } },
      ]
    case 'SPLIT': {
      const fromWallet = Math.floor(amount / 2) as Paise
      const fromAccount = (amount - fromWallet) as Paise
      return [
        { amount: fromAccount, rail: upiRail(refs), instrument: accountInstrument(payer.account) },
        walletPart(fromWallet),
      ]
    }
  }
}

function walletPart(amount: Paise): WireSplit {
  return { amount, rail: { type: 'PPI_WALLET' }, instrument: { type: 'WALLET' } }
}

function upiRail(refs: BankReferences, vpa = '90****01@ybl'): WireRail {
  return { type: 'UPI', utr: refs.utr, upiTransactionId: refs.upiTransactionId, vpa }
}

function accountInstrument(account: PayerAccount): WireInstrument {
  return {
    type: 'ACCOUNT',
    maskedAccountNumber: `******${account.last4}`,
    accountType: account.accountType,
    accountHolderName: ACCOUNT_HOLDER,
    ...defined({ ifsc: account.ifsc }),
  }
}
