import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'
import type { GatewayContext } from '../../context.ts'
import { bankHealth, current } from '../../domain/provider-health/provider-health.ts'
import { PROVIDER_HEALTH_KEY, readMeta, saveNewest } from '../../storage/meta.ts'

/** Stores a report of the provider's health webhook, unless a newer one is stored. */
export const recordProviderHealth = (
  { database }: Pick<GatewayContext, 'database'>,
  health: ProviderHealth,
): Promise<void> => saveNewest(database, PROVIDER_HEALTH_KEY, health)

/** The last report, while it counts by the policy. */
export async function providerHealth({
  database,
  clock,
  policy,
}: Pick<GatewayContext, 'database' | 'clock' | 'policy'>): Promise<ProviderHealth | undefined> {
  if (policy.providerHealthMs === 0) return undefined
  const stored = await readMeta(database, PROVIDER_HEALTH_KEY)
  const health = stored === undefined ? undefined : (JSON.parse(stored) as ProviderHealth)
  return current(health, { nowMs: clock.now(), countsMs: policy.providerHealthMs })
}

/** The health of each bank of net banking, by the last report. */
export async function banksNow(
  context: Pick<GatewayContext, 'database' | 'clock' | 'policy'>,
): Promise<(bankId: string) => ReturnType<typeof bankHealth>> {
  const health = await providerHealth(context)
  return (bankId) => bankHealth(health, bankId)
}
