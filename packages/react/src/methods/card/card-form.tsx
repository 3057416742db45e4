import type { ReactElement } from 'react'
import { serverNow } from '../../core/countdown.ts'
import { CardEntry } from '../../parts/card-entry.tsx'
import { Note } from '../../parts/note.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'
import { requirePciScope } from '../pci-scope.ts'

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
