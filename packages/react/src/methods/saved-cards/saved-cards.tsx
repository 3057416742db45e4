import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { ReactElement } from 'react'
import { Note } from '../../parts/note.tsx'
import { SavedCardEntry } from '../../parts/saved-card-entry.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'
import { requirePciScope } from '../pci-scope.ts'

export interface SavedCardsOptions {
  /** The CVV is typed into your page: see the same property of `<CardForm>`. */
  acknowledgesPciScope: true
  /** Asks your server for the network token of a saved card; it stays there until the payer has chosen the card. */
  tokenOf: (savedCardId: string) => Promise<Omit<TokenDetails, 'encryptedCvv'>>
}

export function SavedCardsPanel({ view, sending, pay, tokenOf }: PanelProps & SavedCardsOptions): ReactElement {
  const { words } = useDesk()
  const { savedCards, cardEncryption: key } = view.paymentMethods
  if (!key) return <Note tone="wait">{words.cardNotOffered}</Note>
  const send = async (savedCardId: string, encryptedCvv: string) => {
    const token = await tokenOf(savedCardId)
    await pay({ paymentMode: { type: 'TOKEN', authMode: '3DS', tokenDetails: { ...token, encryptedCvv } } })
  }
  return (
    <SavedCardEntry words={words} amount={view.amount} cardKey={key} cards={savedCards} busy={sending} onCard={send} />
  )
}

/** Pays by a card that was saved before: choose it, prove it with the CVV. */
export function SavedCards({
  acknowledgesPciScope,
  tokenOf,
  ...props
}: ElementProps & SavedCardsOptions): ReactElement {
  requirePciScope('<SavedCards>', { acknowledgesPciScope })
  const options = { acknowledgesPciScope, tokenOf }
  return <Stage {...props} choose={(panel) => <SavedCardsPanel {...panel} {...options} />} />
}
