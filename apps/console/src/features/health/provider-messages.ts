import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'

const INSTRUMENTS: { readonly [instrument: string]: string } = {
  UPI: 'UPI',
  CREDIT_CARD: 'credit cards',
  DEBIT_CARD: 'debit cards',
  NET_BANKING: 'net banking',
  WALLET: 'wallets',
}

const STATES: { readonly [state: string]: string } = { DOWN: 'down', DEGRADED: 'slow' }

/** More ids than this are counted. */
const MAX_IDS = 5

const nameOf = (instrument: string): string =>
  (Object.hasOwn(INSTRUMENTS, instrument) ? INSTRUMENTS[instrument] : undefined) ?? instrument

const stateOf = (state: string): string => (Object.hasOwn(STATES, state) ? STATES[state] : undefined) ?? state

/** Lists the services that are not up, in one line: `net banking down, UPI of HDFC down`; undefined when all services are up. */
export function providerText({ overall, instruments }: ProviderHealth): string | undefined {
  const parts = Object.entries(instruments).flatMap(([instrument, { health, down }]) => {
    const ids = Object.values(down).flat()
    const named =
      ids.length > MAX_IDS ? `${ids.slice(0, MAX_IDS).join(', ')} and ${ids.length - MAX_IDS} more` : ids.join(', ')
    return [
      ...(health === 'UP' ? [] : [`${nameOf(instrument)} ${stateOf(health)}`]),
      ...(ids.length === 0 ? [] : [`${nameOf(instrument)} of ${named} down`]),
    ]
  })
  const all = overall === 'UP' ? parts : [`the payment gateway ${stateOf(overall)}`, ...parts]
  return all.length === 0 ? undefined : all.join(', ')
}
