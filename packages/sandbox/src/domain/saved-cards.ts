import type { SavedCard } from '@galla/contract/sandbox-api/page-routes'
import { bankOf } from './banks.ts'
import { TEST_CARDS, type TestCard } from './cards.ts'

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
