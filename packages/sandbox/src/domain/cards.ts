import type { CardNetwork, CardType } from '@galla/contract/provider/mode-values'
import type { SavedCard } from '@galla/contract/sandbox-api/page-routes'
import { bankOf } from './banks.ts'
import type { PayerCard } from './payer.ts'

/** A card that exists in the sandbox. Every other number is no card here. */
export interface TestCard extends PayerCard {
  readonly number: string
  readonly network: CardNetwork
  readonly cvv: string
  readonly expiry: { readonly month: string; readonly year: string }
  /** `SUCCESS`, or the detailed code with which it fails once the payer has passed the bank's page. */
  readonly outcome: string
  readonly explains: string
}

/** The first two are the provider's own (provider-protocol §11); the others are numbers that no issuer gives out. */
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
  card('5105105105105100', 'MASTER_CARD', 'DEBIT_CARD', 'Not enough money.', { outcome: 'INSUFFICIENT_BALANCE' }),
  card('4000000000000002', 'VISA', 'DEBIT_CARD', 'The bank declines.', { outcome: 'TRANSACTION_DECLINED' }),
  card('4000000000000119', 'VISA', 'CREDIT_CARD', 'The card is blocked.', { outcome: 'CARD_BLOCKED' }),
  card('4000000000000101', 'VISA', 'CREDIT_CARD', 'The bank does not say: stays open.', { outcome: 'PENDING' }),
  card('6521500000000006', 'RUPAY', 'DEBIT_CARD', 'Not enabled for online payments.', {
    outcome: 'ONLINE_TRANSACTIONS_DISABLED',
  }),
]

const byNumber = new Map(TEST_CARDS.map((one) => [one.number, one]))

export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** The one-time password of every bank in the sandbox. */
export const TEST_OTP = '123456'

/** A consumer card of an Indian bank that pays, but for what is said otherwise. */
function card(
  number: string,
  network: CardNetwork,
  type: CardType,
  explains: string,
  over: Partial<Omit<TestCard, 'number' | 'network' | 'type' | 'explains' | 'last4'>> = {},
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
    ...over,
  }
}

/** The cards that every payer of the sandbox has kept: the provider's two test cards and one that is short of money. */
export const KEPT_CARDS: readonly TestCard[] = TEST_CARDS.filter((card) =>
  ['6667', '4242', '5100'].includes(card.last4),
)

/** A kept card as the page shows it. */
export function savedCard(card: TestCard): SavedCard {
  const { network, last4, bankId, expiry } = card
  return { savedCardId: idOf(card), network, last4, bankName: bankOf(bankId).name, expiry }
}

export function savedTestCard(savedCardId: string): TestCard | undefined {
  return KEPT_CARDS.find((card) => idOf(card) === savedCardId)
}

function idOf(card: TestCard): string {
  return `saved-${card.last4}`
}
