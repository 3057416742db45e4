import type { PayerCard } from './payer.ts'

/** A card that exists in the sandbox. Every other number is no card here. */
export interface TestCard extends PayerCard {
  readonly number: string
  readonly cvv: string
  readonly expiry: { readonly month: string; readonly year: string }
  /** `SUCCESS`, or the detailed code with which it fails once the payer has passed the bank's page. */
  readonly outcome: string
  readonly explains: string
}

/** The first two are the provider's own (provider-protocol §11); the others are numbers that no issuer gives out. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4208585190116667', 'VISA', 'CREDIT_CARD', '508', '06', '2027', 'SUCCESS', 'Visa credit card that pays.'),
  card('4242424242424242', 'VISA', 'DEBIT_CARD', '936', '12', '2027', 'SUCCESS', 'Visa debit card that pays.'),
  card('6074820000000009', 'RUPAY', 'DEBIT_CARD', '123', '12', '2030', 'SUCCESS', 'RuPay debit card that pays.'),
  card(
    '5555555555554444',
    'MASTER_CARD',
    'CREDIT_CARD',
    '123',
    '12',
    '2030',
    'SUCCESS',
    'Mastercard credit card that pays.',
  ),
  card(
    '5105105105105100',
    'MASTER_CARD',
    'DEBIT_CARD',
    '123',
    '12',
    '2030',
    'INSUFFICIENT_BALANCE',
    'Not enough money.',
  ),
  card('4000000000000002', 'VISA', 'DEBIT_CARD', '123', '12', '2030', 'TRANSACTION_DECLINED', 'The bank declines.'),
  card('4000000000000119', 'VISA', 'CREDIT_CARD', '123', '12', '2030', 'CARD_BLOCKED', 'The card is blocked.'),
  card('4000000000000101', 'VISA', 'CREDIT_CARD', '123', '12', '2030', 'PENDING', 'The bank does not say: stays open.'),
  card(
    '6521500000000006',
    'RUPAY',
    'DEBIT_CARD',
    '123',
    '12',
    '2030',
    'ONLINE_TRANSACTIONS_DISABLED',
    'Not enabled for online payments.',
  ),
]

const byNumber = new Map(TEST_CARDS.map((one) => [one.number, one]))

export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** The one-time password of every bank in the sandbox. */
export const TEST_OTP = '123456'

function card(
  number: string,
  network: string,
  type: TestCard['type'],
  cvv: string,
  month: string,
  year: string,
  outcome: string,
  explains: string,
): TestCard {
  const last4 = number.slice(-4)
  return { number, network, type, cvv, expiry: { month, year }, outcome, explains, last4, bankId: 'ICIC' }
}
