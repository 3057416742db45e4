import type { ReactNode } from 'react'
import { countText, plural } from '../../i18n/plural.ts'

/** The provider's report about the provider's services. */
export const providerEnglish = {
  instruments: {
    UPI: 'UPI',
    CREDIT_CARD: 'credit cards',
    DEBIT_CARD: 'debit cards',
    NET_BANKING: 'net banking',
    WALLET: 'wallets',
  },
  states: { DOWN: 'down', DEGRADED: 'slow' },
  more: (ids: string, rest: number) => `${ids} and ${rest} more`,
  service: (name: string, state: string) => `${name} ${state}`,
  down: (name: string, ids: string) => `${name} of ${ids} down`,
  gateway: 'the payment gateway',
  reports: (services: string) => `The provider reports: ${services}.`,
  reported: (time: ReactNode) => ['Reported ', time, '.'],
  refundsWait: ' First requests of refunds wait; statuses are still checked.',
}

/** Calls to the provider that fail. */
export const failingCallsEnglish = {
  of: (failed: number, calls: number, endpoint: string) =>
    `${countText(failed)} of the last ${plural(calls, `${endpoint} call`)}`,
  failed: (calls: string) => `${calls} failed`,
}
