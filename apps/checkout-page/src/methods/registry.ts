import { isPhone } from '@galla/react/components'
import { lazy } from 'react'
import type { Method } from './method.ts'
import { UpiPanel } from './upi/upi-panel.tsx'

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
    Panel: lazy(() => import('./saved-cards/saved-cards-panel.tsx')),
  },
  {
    id: 'card',
    icon: 'card',
    title: (words) => words.card,
    hint: (words, { cards }) => words.cardKinds[cards?.types.length === 1 ? (cards.types[0] ?? 'both') : 'both'],
    offered: (offers) => offers.cards !== undefined,
    Panel: lazy(() => import('./card/card-panel.tsx')),
  },
  {
    id: 'net-banking',
    icon: 'bank',
    title: (words) => words.netBanking,
    hint: (words) => words.netBankingHint,
    offered: (offers) => offers.netBanking !== undefined,
    Panel: lazy(() => import('./net-banking/net-banking-panel.tsx')),
  },
]
