import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { ReactElement } from 'react'
import { Alert } from '../components/controls.tsx'
import { NewCardForm } from '../components/new-card-form.tsx'
import { SavedCardForm } from '../components/saved-card-form.tsx'
import { serverNow } from '../core/clock.ts'
import { useGalla } from '../hooks/provider.tsx'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'
import type { Prefill } from './prefill.ts'

/** Options of `<CardForm>` and of `<PaymentElement cards>`. */
export interface CardFormOptions {
  /**
   * Confirms that your page is in the scope of PCI DSS. Card fields bring the page, and every script on the page, into this scope.
   * Encryption in the browser does not change this. A redirect to the provider's page does not bring your page into the scope.
   */
  acknowledgesPciScope: true
  /**
   * Shows a checkbox to save the card. Your server must then start the order with a `merchantUserId`.
   * @default false
   */
  offersSaving?: boolean | undefined
}

/** Props of `<CardForm>`. */
export interface CardFormProps extends PaymentProps, CardFormOptions {
  /**
   * Initial value of the name on the card.
   * @default empty
   */
  prefill?: Pick<Prefill, 'cardHolderName'> | undefined
}

/** Options of `<SavedCards>` and of `<PaymentElement savedCards>`. */
export interface SavedCardsOptions {
  /** Confirms that your page, with its field for the CVV, is in the scope of PCI DSS. See the same option of `<CardForm>`. */
  acknowledgesPciScope: true
  /**
   * Requests the network token of the chosen card from your server. If the promise rejects, the payer reads that the shop did not answer.
   * The gateway accepts no `eci` from a browser: a payment with an `eci` must start on your server.
   */
  getCardToken: (savedCardId: string) => Promise<Omit<TokenDetails, 'encryptedCvv' | 'eci'>>
}

/**
 * Form to pay by a new card: RuPay, Visa, Mastercard and others. The card number and the CVV are never in React's state or in storage,
 * and leave the page only encrypted.
 *
 * @throws TypeError when `acknowledgesPciScope` is not `true`.
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <CardForm payerToken={payerToken} acknowledgesPciScope />
 * ```
 */
export function CardForm(props: CardFormProps): ReactElement {
  const { acknowledgesPciScope, offersSaving, prefill, ...flow } = props
  requirePciScope('<CardForm>', { acknowledgesPciScope })
  return (
    <PaymentFlow {...flow} choose={(panel) => <CardPanel {...panel} offersSaving={offersSaving} prefill={prefill} />} />
  )
}

/**
 * Form to pay by a saved card. The payer chooses a card and enters the CVV.
 *
 * @throws TypeError when `acknowledgesPciScope` is not `true`.
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <SavedCards payerToken={payerToken} acknowledgesPciScope getCardToken={(id) => postJson(`/cards/${id}/token`)} />
 * ```
 */
export function SavedCards(props: PaymentProps & SavedCardsOptions): ReactElement {
  const { acknowledgesPciScope, getCardToken, ...flow } = props
  requirePciScope('<SavedCards>', { acknowledgesPciScope })
  return <PaymentFlow {...flow} choose={(panel) => <SavedCardsPanel {...panel} getCardToken={getCardToken} />} />
}

export function CardPanel(props: MethodPanelProps & Pick<CardFormProps, 'offersSaving' | 'prefill'>): ReactElement {
  const { view, sending, pay, offersSaving, prefill } = props
  const { messages } = useGalla()
  const key = view.paymentMethods.cardEncryption
  if (!key) return <Alert tone="warning">{messages.cardNotOffered}</Alert>
  return (
    <NewCardForm
      messages={messages}
      amount={view.amount}
      cardKey={key}
      now={() => serverNow(props, performance.now())}
      busy={sending}
      offersSaving={offersSaving}
      holderName={prefill?.cardHolderName}
      onCard={(cardDetails, savedCard) =>
        pay({ paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails } })
      }
    />
  )
}

export function SavedCardsPanel(props: MethodPanelProps & Pick<SavedCardsOptions, 'getCardToken'>): ReactElement {
  const { view, sending, pay, getCardToken } = props
  const { messages } = useGalla()
  const { savedCards, cardEncryption: key } = view.paymentMethods
  if (!key) return <Alert tone="warning">{messages.cardNotOffered}</Alert>
  const send = async (savedCardId: string, encryptedCvv: string) => {
    const token = await getCardToken(savedCardId)
    await pay({ paymentMode: { type: 'TOKEN', authMode: '3DS', tokenDetails: { ...token, encryptedCvv } } })
  }
  return (
    <SavedCardForm
      messages={messages}
      amount={view.amount}
      cardKey={key}
      cards={savedCards}
      busy={sending}
      onCard={send}
    />
  )
}

/** Enforces the acknowledgement for callers without types. @throws TypeError when it is not exactly `true`. */
export function requirePciScope(component: string, options: { readonly acknowledgesPciScope?: unknown } | null): void {
  if (options?.acknowledgesPciScope === true) return
  throw new TypeError(
    `${component} needs acknowledgesPciScope: true. Card fields on your page bring it into the scope of PCI DSS; the provider's page does not`,
  )
}
