import type { SavedCard } from '@galla/contract/control/page-routes'
import { bankOf } from './banks.ts'
import { TEST_CARDS, type TestCard } from './cards.ts'

/** The cards that every payer of the sandbox has kept: the provider's two test cards and one that is short of money. */
const KEPT = TEST_CARDS.filter((card) => ['6667', '4242', '5100'].includes(card.last4))

export const SAVED_CARDS: readonly SavedCard[] = KEPT.map((card) => ({
  savedCardId: idOf(card),
  network: card.network,
  last4: card.last4,
  bankName: bankOf(card.bankId).name,
  expiry: card.expiry,
}))

export function savedTestCard(savedCardId: string): TestCard | undefined {
  return KEPT.find((card) => idOf(card) === savedCardId)
}

function idOf(card: TestCard): string {
  return `saved-${card.last4}`
}
