import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'
import { messages } from '../../i18n/messages.ts'
import { providerEnglish } from './english-provider.ts'

export const providerMessages = messages('health/provider', providerEnglish)
const t = providerMessages

const INSTRUMENTS: { readonly [instrument: string]: string } = t.instruments
const STATES: { readonly [state: string]: string } = t.states

/** More ids than this are counted. */
const MAX_IDS = 5

const nameOf = (instrument: string): string =>
  (Object.hasOwn(INSTRUMENTS, instrument) ? INSTRUMENTS[instrument] : undefined) ?? instrument

const stateOf = (state: string): string => (Object.hasOwn(STATES, state) ? STATES[state] : undefined) ?? state

/** Lists the services that are not up, in one line: `net banking down, UPI of HDFC down`; undefined when all services are up. */
export function providerText({ overall, instruments }: ProviderHealth): string | undefined {
  const parts = Object.entries(instruments).flatMap(([instrument, { health, down }]) => {
    const ids = Object.values(down).flat()
    const named = ids.length > MAX_IDS ? t.more(ids.slice(0, MAX_IDS).join(', '), ids.length - MAX_IDS) : ids.join(', ')
    return [
      ...(health === 'UP' ? [] : [t.service(nameOf(instrument), stateOf(health))]),
      ...(ids.length === 0 ? [] : [t.down(nameOf(instrument), named)]),
    ]
  })
  const all = overall === 'UP' ? parts : [t.service(t.gateway, stateOf(overall)), ...parts]
  return all.length === 0 ? undefined : all.join(', ')
}
