import type { CardNetwork, CardType } from '@galla/contract/provider/mode-values'
import type { SavedCard } from '@galla/contract/sandbox-api/page-routes'
import { findBank } from './banks.ts'
import type { PayerCard } from './payer.ts'

/** A card that the sandbox knows. A payment with any other number fails with `INVALID_CARD_NUMBER`. */
export interface TestCard extends PayerCard {
  readonly number: string
  readonly network: CardNetwork
  readonly cvv: string
  readonly expiry: { readonly month: string; readonly year: string }
  /** `SUCCESS`, `PENDING`, or the detailed failure code; applied after the one-time password. */
  readonly outcome: string
  readonly explains: string
}

/** The first two cards are the provider's (protocol §11). The other numbers are not issued to anyone. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4208585190116667', 'VISA', 'CREDIT_CARD', 'Visa credit card that pays.', {
    cvv: '508',
    expiry: { month: '06', year: '2027' },
  }),
  card('4242424242424242', 'VISA', 'DEBIT_CARD', 'Visa debit card that pays.', {
    cvv: '936',
    expiry: { month: '12', year: '2027' },
  }),
  card('6074820000000009', 'RUPAY', 'DEBIT_CARD', 'RuPay debit card that pays.'),
  card('5555555555554444', 'MASTER_CARD', 'CREDIT_CARD', 'Mastercard credit card that pays.'),
  card('378282246310005', 'AMEX', 'CREDIT_CARD', 'American Express card that pays.', {
    cvv: '1234',
    variant: 'SUPER_PREMIUM',
  }),
  card('30569309025904', 'DINERS_CLUB', 'CREDIT_CARD', 'Diners Club card that pays.', { variant: 'PREMIUM' }),
  card('2223003122003222', 'MASTER_CARD', 'CREDIT_CARD', 'Corporate Mastercard that pays.', { variant: 'CORPORATE' }),
  card('4000058260000005', 'VISA', 'DEBIT_CARD', 'Visa debit card from outside India that pays.', {
    geoScope: 'INTERNATIONAL',
  }),
  card('5105105105105100', 'MASTER_CARD', 'DEBIT_CARD', 'Insufficient balance.', { outcome: 'INSUFFICIENT_BALANCE' }),
  card('4000000000000002', 'VISA', 'DEBIT_CARD', 'Declined by the bank.', { outcome: 'TRANSACTION_DECLINED' }),
  card('4000000000000119', 'VISA', 'CREDIT_CARD', 'The card is blocked.', { outcome: 'CARD_BLOCKED' }),
  card('4000000000000101', 'VISA', 'CREDIT_CARD', 'The bank sends no result: stays pending.', { outcome: 'PENDING' }),
  card('6521500000000006', 'RUPAY', 'DEBIT_CARD', 'Not enabled for online payments.', {
    outcome: 'ONLINE_TRANSACTIONS_DISABLED',
  }),
]

const byNumber = new Map(TEST_CARDS.map((one) => [one.number, one]))

export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** The one-time password of every bank in the sandbox. */
export const TEST_OTP = '123456'

/** A consumer card of an Indian bank that pays, unless `changes` says otherwise. */
function card(
  number: string,
  network: CardNetwork,
  type: CardType,
  explains: string,
  changes: Partial<Omit<TestCard, 'number' | 'network' | 'type' | 'explains' | 'last4'>> = {},
): TestCard {
  return {
    number,
    network,
    type,
    explains,
    last4: number.slice(-4),
    variant: 'CONSUMER',
    geoScope: 'DOMESTIC',
    bankId: 'ICIC',
    cvv: '123',
    expiry: { month: '12', year: '2030' },
    outcome: 'SUCCESS',
    ...changes,
  }
}

/** Cards that every payer of the sandbox has saved: the provider's two test cards and one with an insufficient balance. */
export const SAVED_CARDS: readonly TestCard[] = TEST_CARDS.filter((card) =>
  ['6667', '4242', '5100'].includes(card.last4),
)

/** A saved card as the hosted page shows it. */
export function toSavedCard(card: TestCard): SavedCard {
  const { network, last4, bankId, expiry } = card
  return { savedCardId: savedCardId(card), network, last4, bankName: findBank(bankId).name, expiry }
}

export function findSavedCard(id: string): TestCard | undefined {
  return SAVED_CARDS.find((card) => savedCardId(card) === id)
}

function savedCardId(card: TestCard): string {
  return `saved-${card.last4}`
}
