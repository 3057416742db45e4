import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { type IconName, isPhone } from '@galla/react/components'
import type { ComponentType } from 'react'
import { part } from '../components/part.tsx'
import type { Messages } from '../i18n/en.ts'
import type { MethodPanelProps } from './method-panel.ts'
import { UpiPanel } from './upi-panel.tsx'

interface PaymentMethod {
  id: string
  icon: IconName
  title: (messages: Messages) => string
  hint: (messages: Messages, methods: PagePaymentMethods) => string
  isOffered: (methods: PagePaymentMethods) => boolean
  Panel: ComponentType<MethodPanelProps>
  /** Absent for a panel that is part of the page. */
  preload?: () => Promise<void>
}

const SavedCardsPanel = part(() => import('./card-panels.tsx').then(({ SavedCardsPanel }) => SavedCardsPanel))
const CardPanel = part(() => import('./card-panels.tsx').then(({ CardPanel }) => CardPanel))
const NetBankingPanel = part(() => import('./net-banking-panel.tsx').then((panel) => panel.default))

/** In display order. UPI is part of the page; the other panels are loaded when they are opened. */
export const METHODS: readonly PaymentMethod[] = [
  {
    id: 'upi',
    icon: 'upi',
    title: (messages) => messages.upi,
    hint: (messages) => (isPhone() ? messages.upiHintPhone : messages.upiHint),
    isOffered: ({ upi }) => upi !== undefined,
    Panel: UpiPanel,
  },
  {
    id: 'saved-cards',
    icon: 'saved',
    title: (messages) => messages.savedCards,
    hint: (messages) => messages.savedCardsHint,
    isOffered: ({ cards, savedCards = [] }) => cards !== undefined && savedCards.length > 0,
    Panel: SavedCardsPanel,
    preload: SavedCardsPanel.preload,
  },
  {
    id: 'card',
    icon: 'card',
    title: (messages) => messages.card,
    hint: (messages, { cards }) => messages.cardTypes[cards?.types.length === 1 ? (cards.types[0] ?? 'both') : 'both'],
    isOffered: ({ cards }) => cards !== undefined,
    Panel: CardPanel,
    preload: CardPanel.preload,
  },
  {
    id: 'net-banking',
    icon: 'bank',
    title: (messages) => messages.netBanking,
    hint: (messages) => messages.netBankingHint,
    isOffered: ({ netBanking }) => netBanking !== undefined,
    Panel: NetBankingPanel,
    preload: NetBankingPanel.preload,
  },
]
