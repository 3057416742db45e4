import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { type IconName, isPhone } from '@galla/react/components'
import { type ComponentType, lazy } from 'react'
import type { Words } from '../i18n/en.ts'
import type { Known } from '../session/session-state.ts'
import { UpiPanel } from './upi-panel.tsx'

/** In the order in which they are shown. UPI comes with the page, the others when they are opened. */
export const METHODS: readonly Method[] = [
  {
    id: 'upi',
    icon: 'upi',
    title: (words) => words.upi,
    hint: (words) => (isPhone() ? words.upiHintPhone : words.upiHint),
    offered: (offers) => offers.upi !== undefined,
    Panel: UpiPanel,
  },
  {
    id: 'saved-cards',
    icon: 'saved',
    title: (words) => words.savedCards,
    hint: (words) => words.savedCardsHint,
    offered: (offers) => offers.cards !== undefined && (offers.savedCards?.length ?? 0) > 0,
    Panel: lazy(async () => ({ default: (await import('./card-panels.tsx')).SavedCardsPanel })),
  },
  {
    id: 'card',
    icon: 'card',
    title: (words) => words.card,
    hint: (words, { cards }) => words.cardKinds[cards?.types.length === 1 ? (cards.types[0] ?? 'both') : 'both'],
    offered: (offers) => offers.cards !== undefined,
    Panel: lazy(async () => ({ default: (await import('./card-panels.tsx')).CardPanel })),
  },
  {
    id: 'net-banking',
    icon: 'bank',
    title: (words) => words.netBanking,
    hint: (words) => words.netBankingHint,
    offered: (offers) => offers.netBanking !== undefined,
    Panel: lazy(() => import('./net-banking-panel.tsx')),
  },
]

/** A way to pay. The page knows the list and nothing of what is inside. */
export interface Method {
  id: string
  icon: IconName
  title: (words: Words) => string
  hint: (words: Words, offers: PagePaymentMethods) => string
  offered: (offers: PagePaymentMethods) => boolean
  Panel: ComponentType<{ known: Known }>
}
