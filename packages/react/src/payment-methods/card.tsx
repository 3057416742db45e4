import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { ReactElement } from 'react'
import { Note } from '../components/controls.tsx'
import { CardEntry } from '../components/new-card-form.tsx'
import { SavedCardEntry } from '../components/saved-card-form.tsx'
import { serverNow } from '../core/clock.ts'
import { useDesk } from '../hooks/provider.tsx'
import { type ElementProps, type PanelProps, Stage } from '../payment-flow/payment-flow.tsx'

export interface CardFormOptions {
  /**
   * Card fields on your own page bring that page, and every script on it, into the scope of PCI DSS. Encrypting in the
   * browser does not take it out again; redirecting to the provider's page does. Write this to say that you know.
   */
  acknowledgesPciScope: true
  /** Asks whether to save the card; your server must name the payer to the provider then. Default: not asked. */
  offersSaving?: boolean
}

export function CardPanel(props: PanelProps & CardFormOptions): ReactElement {
  const { view, heardAtMs, sending, pay, offersSaving = false } = props
  const { words } = useDesk()
  const key = view.paymentMethods.cardEncryption
  if (!key) return <Note tone="wait">{words.cardNotOffered}</Note>
  return (
    <CardEntry
      words={words}
      amount={view.amount}
      cardKey={key}
      now={() => serverNow({ view, heardAtMs }, performance.now())}
      busy={sending}
      offersSaving={offersSaving}
      onCard={(cardDetails, savedCard) =>
        pay({ paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails } })
      }
    />
  )
}

/** Pays by a new card: RuPay, Visa, Mastercard and others. Never in React's state, never in storage, never unencrypted on the line. */
export function CardForm({
  acknowledgesPciScope,
  offersSaving,
  ...props
}: ElementProps & CardFormOptions): ReactElement {
  requirePciScope('<CardForm>', { acknowledgesPciScope })
  const options = { acknowledgesPciScope, ...(offersSaving !== undefined && { offersSaving }) }
  return <Stage {...props} choose={(panel) => <CardPanel {...panel} {...options} />} />
}

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

/** What the types ask for, for callers without types. @throws TypeError when the acknowledgement is not exactly `true`. */
export function requirePciScope(part: string, options: { readonly acknowledgesPciScope?: unknown } | null): void {
  if (options?.acknowledgesPciScope === true) return
  throw new TypeError(
    `${part} needs acknowledgesPciScope: true. Card fields on your page bring it into the scope of PCI DSS; the provider's page does not`,
  )
}
