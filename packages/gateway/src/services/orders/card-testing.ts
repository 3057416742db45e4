import type { GatewayContext } from '../../context.ts'
import type { Queries } from '../../storage/database.ts'
import { failedCards } from '../../storage/orders/card-attempts.ts'

const WINDOW_MS = 3_600_000

/** Payers who tried many cards. */
export interface CardTesting {
  /** The number of payers who reached the threshold. */
  readonly payers: number
  /** The failed attempts of the payer with the most; 0 when none reached the threshold. */
  readonly mostAttempts: number
}

/**
 * Payers who tried many cards in the last hour, by the threshold of the policy. A payer is the merchant's user over all orders, and without
 * `merchantUserId` the cart: addresses of payers are not stored.
 */
export async function cardTestingNow({
  database,
  clock,
  policy,
}: Pick<GatewayContext, 'clock' | 'policy'> & { readonly database: Queries }): Promise<CardTesting> {
  const byPayer = new Map<string, number>()
  for (const { reference, merchantUserId, count } of await failedCards(database, clock.now() - WINDOW_MS)) {
    const payer = merchantUserId === undefined ? `cart ${reference}` : `user ${merchantUserId}`
    byPayer.set(payer, (byPayer.get(payer) ?? 0) + count)
  }
  const many = [...byPayer.values()].filter((count) => count >= policy.cardTestingAttempts)
  return { payers: many.length, mostAttempts: Math.max(0, ...many) }
}
