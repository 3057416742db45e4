import type { GatewayContext } from '../../context.ts'
import type { Queries } from '../../storage/database.ts'
import { type CardTesting, cardTesting } from '../../storage/orders/card-attempts.ts'

const WINDOW_MS = 3_600_000

/** Payers who tried many cards in the last hour, by the threshold of the policy. */
export const cardTestingNow = ({
  database,
  clock,
  policy,
}: Pick<GatewayContext, 'clock' | 'policy'> & { readonly database: Queries }): Promise<CardTesting> =>
  cardTesting(database, { sinceMs: clock.now() - WINDOW_MS, most: policy.cardTestingAttempts })
