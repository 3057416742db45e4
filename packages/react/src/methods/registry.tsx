import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { ReactNode } from 'react'
import type { IconName } from '../parts/icon.tsx'
import type { Words } from '../words/en.ts'
import { type CardFormOptions, CardPanel } from './card/card-form.tsx'
import { NetBankingPanel } from './net-banking/net-banking.tsx'
import type { PanelProps } from './panel.ts'
import { type SavedCardsOptions, SavedCardsPanel } from './saved-cards/saved-cards.tsx'
import { UpiPanel } from './upi/upi-panel.tsx'

export type MethodName = 'upi' | 'saved-cards' | 'card' | 'net-banking'

/** What a method needs from the shop beside the order. */
export interface MethodOptions {
  readonly cards?: CardFormOptions | undefined
  readonly savedCards?: SavedCardsOptions | undefined
}

export interface Method {
  readonly name: MethodName
  readonly icon: IconName
  readonly title: keyof Words
  readonly hint: keyof Words
  readonly offered: (offers: PaymentMethods, options: MethodOptions) => boolean
  readonly panel: (props: PanelProps, options: MethodOptions) => ReactNode
}

/** Every way to pay. A new one is a folder here and an entry in this list. */
export const METHODS: readonly Method[] = [
  {
    name: 'upi',
    icon: 'upi',
    title: 'upi',
    hint: 'upiHint',
    offered: () => true,
    panel: (props) => <UpiPanel {...props} />,
  },
  {
    name: 'saved-cards',
    icon: 'saved',
    title: 'savedCards',
    hint: 'savedCardsHint',
    offered: ({ savedCards, cardEncryption }, options) =>
      savedCards.length > 0 && cardEncryption !== undefined && options.savedCards !== undefined,
    panel: (props, { savedCards }) => savedCards && <SavedCardsPanel {...props} {...savedCards} />,
  },
  {
    name: 'card',
    icon: 'card',
    title: 'card',
    hint: 'cardHint',
    offered: ({ cardEncryption }, { cards }) => cardEncryption !== undefined && cards !== undefined,
    panel: (props, { cards }) => cards && <CardPanel {...props} {...cards} />,
  },
  {
    name: 'net-banking',
    icon: 'bank',
    title: 'netBanking',
    hint: 'netBankingHint',
    offered: ({ banks }) => banks.length > 0,
    panel: (props) => <NetBankingPanel {...props} />,
  },
]
