import type { Paise } from '@galla/contract/money'
import type { Expiry } from '@galla/contract/provider/payment-mode'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { cvvError } from '../core/card.ts'
import { type CardKey, type CardProblem, encryptAndSend, importCardKey } from '../core/encrypt-card.ts'
import { networkName } from '../core/network-name.ts'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { formatMessage } from '../i18n/messages.ts'
import { formatAmount } from './amount.tsx'
import { Alert, Button } from './controls.tsx'
import { Field } from './field.tsx'

/** A card that the payer saved with an earlier payment. */
export interface SavedCard {
  /** Your id of the card. */
  readonly savedCardId: string
  /** Network in the provider's spelling, for example `RUPAY`. */
  readonly network: string
  /** Last four digits of the number. */
  readonly last4: string
  /** Name of the issuing bank. */
  readonly bankName: string
  /** Month `01` to `12` and four-digit year. */
  readonly expiry?: Expiry
}

/** Props of `<SavedCardForm>`. */
export interface SavedCardFormProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Shown on the button. In paise. */
  amount: Paise
  /** The provider's public key, with which the CVV is encrypted. */
  cardKey: CardKey
  /** Cards to choose from. */
  cards: readonly SavedCard[]
  /** The button ignores clicks. */
  busy: boolean
  /** Sends the chosen card. Reject when the outcome is unknown. */
  onCard: (savedCardId: string, encryptedCvv: string) => Promise<unknown>
}

/**
 * Form to choose a saved card and to enter the CVV, which leaves the page only encrypted. On an insecure connection, the component
 * shows a message instead of the form.
 *
 * @example
 * ```tsx
 * <SavedCardForm messages={en} amount={amount} cardKey={cardKey} cards={cards} busy={false} onCard={payBySavedCard} />
 * ```
 */
export function SavedCardForm(props: SavedCardFormProps): ReactElement {
  const { messages, amount, cardKey, cards, busy, onCard } = props
  const [chosenId, setChosenId] = useState(cards[0]?.savedCardId)
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<CardProblem>()
  const paying = useRef(false)
  const cvv = useRef<HTMLInputElement>(null)
  const chosen = cards.find(({ savedCardId }) => savedCardId === chosenId)
  if (!window.isSecureContext) return <Alert tone="warning">{messages.cardInsecure}</Alert>
  if (!chosen) return <Alert tone="warning">{messages.cardNotOffered}</Alert>
  const cvvLength = chosen.network === 'AMEX' ? 4 : 3

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = cvv.current
    if (!input || busy || paying.current) return
    const invalid = cvvError(input.value, cvvLength)
    setError(invalid && formatMessage(messages, 'cardCvvWrong', { digits: String(cvvLength) }))
    if (invalid) return input.focus()
    paying.current = true
    const digits = input.value
    input.value = ''
    const result = await encryptAndSend(
      async () => (await importCardKey(cardKey)).encrypt(digits),
      (encryptedCvv) => onCard(chosen.savedCardId, encryptedCvv),
    )
    setProblem(result)
    paying.current = false
  }

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <Alert tone="error">{messages[problem]}</Alert>}
      <fieldset className="galla-choices">
        <legend className="galla-visually-hidden">{messages.savedCardChoose}</legend>
        {cards.map((card) => (
          <label key={card.savedCardId} className="galla-choice">
            <input
              type="radio"
              name="galla-saved-card"
              checked={card.savedCardId === chosenId}
              onChange={() => setChosenId(card.savedCardId)}
            />
            <span className="galla-choice-text">
              <span translate="no">
                {formatMessage(messages, 'savedCard', { network: networkName(card.network), last4: card.last4 })}
              </span>
              <span className="galla-muted" lang="en" translate="no">
                {card.bankName}
                {card.expiry && ` · ${card.expiry.month}/${card.expiry.year.slice(-2)}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={messages.cardCvv}
        hint={cvvLength === 4 ? messages.cardCvvFront : messages.cardCvvBack}
        error={error}
        inputRef={cvv}
        name="saved-cvv"
        dir="ltr"
        type="password"
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={cvvLength}
      />
      <Button type="submit" busy={busy}>
        {formatMessage(messages, 'pay', { amount: formatAmount(amount) })}
      </Button>
    </form>
  )
}
