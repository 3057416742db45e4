import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { cvvFault } from '../core/card.ts'
import { networkName } from '../core/card-network.ts'
import { type CardKey, type CardTrouble, openSeal, sendSealed } from '../core/encrypt-card.ts'
import type { Words } from '../i18n/en.ts'
import { fill } from '../i18n/messages.ts'
import { amountText } from './amount.tsx'
import { Button, Field, Note } from './controls.tsx'

export interface KeptCard {
  readonly savedCardId: string
  readonly network: string
  readonly last4: string
  readonly bankName: string
  readonly expiry?: { readonly month: string; readonly year: string }
}

export interface SavedCardEntryProps {
  words: Words
  amount: Paise
  cardKey: CardKey
  cards: readonly KeptCard[]
  busy: boolean
  /** Sends the chosen card with its sealed CVV. A throw when nobody knows whether it was taken. */
  onCard: (savedCardId: string, encryptedCvv: string) => Promise<unknown>
}

/** A card that the payer saved before: choose it, prove it with the CVV. */
export function SavedCardEntry(props: SavedCardEntryProps): ReactElement {
  const { words, amount, cardKey, cards, busy, onCard } = props
  const [chosenId, setChosenId] = useState(cards[0]?.savedCardId)
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<CardTrouble>()
  const paying = useRef(false)
  const cvv = useRef<HTMLInputElement>(null)
  const chosen = cards.find(({ savedCardId }) => savedCardId === chosenId)
  if (!window.isSecureContext) return <Note tone="wait">{words.cardInsecure}</Note>
  if (!chosen) return <Note tone="wait">{words.cardNotOffered}</Note>
  const cvvLength = chosen.network === 'AMEX' ? 4 : 3

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = cvv.current
    if (!input || busy || paying.current) return
    const fault = cvvFault(input.value, cvvLength)
    setError(fault && fill(words, 'cardCvvWrong', { digits: String(cvvLength) }))
    if (fault) return input.focus()
    paying.current = true
    const typed = input.value
    input.value = ''
    const trouble = await sendSealed(
      async () => (await openSeal(cardKey))(typed),
      (encryptedCvv) => onCard(chosen.savedCardId, encryptedCvv),
    )
    setTrouble(trouble)
    paying.current = false
  }

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      {trouble && <Note tone="bad">{words[trouble]}</Note>}
      <fieldset className="galla-choices">
        <legend className="galla-unseen">{words.savedCardChoose}</legend>
        {cards.map((card) => (
          <label key={card.savedCardId} className="galla-choice">
            <input
              type="radio"
              name="galla-saved-card"
              checked={card.savedCardId === chosenId}
              onChange={() => setChosenId(card.savedCardId)}
            />
            <span className="galla-choice-words">
              <span>{fill(words, 'savedCard', { network: networkName(card.network), last4: card.last4 })}</span>
              <span className="galla-soft" lang="en">
                {card.bankName}
                {card.expiry && ` · ${card.expiry.month}/${card.expiry.year.slice(-2)}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={words.cardCvv}
        hint={cvvLength === 4 ? words.cardCvvFront : words.cardCvvBack}
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
        {fill(words, 'pay', { amount: amountText(amount) })}
      </Button>
    </form>
  )
}
