import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'
import { storable } from '../privacy/masking.ts'

/** A report of the provider has so many instruments and so many ids of a kind, at most. */
const MAX_NAMES = 20
const MAX_IDS = 200

type Fields = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 50 ? storable(value) : undefined

const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value)
    ? Object.entries(value)
        .filter(([name]) => /^[A-Z][A-Z_]{0,49}$/.test(name))
        .slice(0, MAX_NAMES)
    : []

/**
 * Reads the body of the health webhook, which has no `event`. Undefined for every other body.
 * @param receivedAtMs a timestamp that is later, or none, is replaced by the arrival: a wrong clock must not outdate later reports
 */
export function readProviderHealth(message: unknown, receivedAtMs: number): ProviderHealth | undefined {
  if (!isObject(message) || 'event' in message || 'type' in message || !isObject(message.payload)) return undefined
  const { payload, timestamp } = message
  const overall = text(payload.overallHealth)
  if (overall === undefined) return undefined
  const instruments = entriesOf(payload.instruments).flatMap(([name, one]) => {
    const health = isObject(one) ? text(one.health) : undefined
    return isObject(one) && health !== undefined ? [[name, { health, down: downIn(one.downProviderIds) }] as const] : []
  })
  const isTime = typeof timestamp === 'number' && Number.isSafeInteger(timestamp) && timestamp > 0
  return {
    atMs: isTime ? Math.min(timestamp, receivedAtMs) : receivedAtMs,
    overall,
    instruments: Object.fromEntries(instruments),
  }
}

const downIn = (value: unknown): { [kind: string]: string[] } =>
  Object.fromEntries(
    entriesOf(value).map(([kind, ids]) => [
      kind,
      (Array.isArray(ids) ? ids : []).flatMap((id) => text(id) ?? []).slice(0, MAX_IDS),
    ]),
  )

/** The report while it counts: a report may be missed, so an old one says nothing about now. */
export const current = (
  health: ProviderHealth | undefined,
  { nowMs, countsMs }: { readonly nowMs: number; readonly countsMs: number },
): ProviderHealth | undefined => (health !== undefined && nowMs - health.atMs < countsMs ? health : undefined)

/** Names of banks in health reports that differ from the `bankId` of net banking. */
const BANK_IDS: ReadonlyMap<string, string> = new Map([['SBI', 'SBIN']])

/** The health of a bank of net banking. The bank's UPI says nothing about net banking. */
export function bankHealth(health: ProviderHealth | undefined, bankId: string): 'up' | 'slow' | 'down' {
  if (health === undefined) return 'up'
  const { NET_BANKING: netBanking } = health.instruments
  const banks = netBanking?.down.BANK ?? []
  if (banks.some((name) => name === bankId || BANK_IDS.get(name) === bankId)) return 'down'
  const states = [health.overall, netBanking?.health]
  return states.includes('DOWN') ? 'down' : states.includes('DEGRADED') ? 'slow' : 'up'
}

/** True when the provider itself, or one of its instruments, is down for everybody. */
export const isDown = ({ overall, instruments }: ProviderHealth): boolean =>
  overall === 'DOWN' || Object.values(instruments).some(({ health }) => health === 'DOWN')
