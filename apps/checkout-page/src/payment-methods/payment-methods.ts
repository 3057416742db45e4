import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import { type IconName, isPhone } from '@galla/react/components'
import { type ComponentType, lazy } from 'react'
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
}

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
    Panel: lazy(async () => ({ default: (await import('./card-panels.tsx')).SavedCardsPanel })),
  },
  {
    id: 'card',
    icon: 'card',
    title: (messages) => messages.card,
    hint: (messages, { cards }) => messages.cardTypes[cards?.types.length === 1 ? (cards.types[0] ?? 'both') : 'both'],
    isOffered: ({ cards }) => cards !== undefined,
    Panel: lazy(async () => ({ default: (await import('./card-panels.tsx')).CardPanel })),
  },
  {
    id: 'net-banking',
    icon: 'bank',
    title: (messages) => messages.netBanking,
    hint: (messages) => messages.netBankingHint,
    isOffered: ({ netBanking }) => netBanking !== undefined,
    Panel: lazy(() => import('./net-banking-panel.tsx')),
  },
]
