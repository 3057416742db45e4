import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { networkName } from '../../card/brand.ts'
import { cvvFault } from '../../card/check-card.ts'
import { openSeal } from '../../core/seal-card.ts'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Note } from '../../parts/note.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import { fill } from '../../words/fill.ts'
import type { PanelProps } from '../panel.ts'

export interface SavedCardsOptions {
  /** The CVV is typed into your page: see the same property of `<CardForm>`. */
  acknowledgesPciScope: true
  /** Asks your server for the network token of a saved card; it stays there until the payer has chosen the card. */
  tokenOf: (savedCardId: string) => Promise<Omit<TokenDetails, 'encryptedCvv'>>
}

export function SavedCardsPanel({ view, sending, pay, tokenOf }: PanelProps & SavedCardsOptions): ReactElement | null {
  const { words } = useDesk()
  const { savedCards, cardEncryption: key } = view.offers
  const [chosenId, setChosenId] = useState(savedCards[0]?.savedCardId)
  const [error, setError] = useState<string>()
  const [broken, setBroken] = useState(false)
  const cvv = useRef<HTMLInputElement>(null)
  const chosen = savedCards.find(({ savedCardId }) => savedCardId === chosenId)
  if (!chosen || !key) return <Note tone="wait">{words.cardNotOffered}</Note>
  const cvvLength = chosen.network === 'AMEX' ? 4 : 3

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = cvv.current
    if (!input || sending) return
    const fault = cvvFault(input.value, cvvLength)
    setError(fault && fill(words, 'cardCvvWrong', { digits: String(cvvLength) }))
    if (fault) return input.focus()
    try {
      const seal = await openSeal(key)
      const encryptedCvv = seal(input.value)
      input.value = ''
      const token = await tokenOf(chosen.savedCardId)
      setBroken(false)
      await pay({ paymentMode: { type: 'TOKEN', authMode: '3DS', tokenDetails: { ...token, encryptedCvv } } })
    } catch {
      input.value = ''
      setBroken(true)
    }
  }

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      {broken && <Note tone="bad">{words.cardKeyWrong}</Note>}
      <fieldset className="galla-choices">
        <legend className="galla-unseen">{words.savedCardChoose}</legend>
        {savedCards.map(({ savedCardId, network, last4, bankName }) => (
          <label key={savedCardId} className="galla-choice">
            <input
              type="radio"
              name="galla-saved-card"
              checked={savedCardId === chosenId}
              onChange={() => setChosenId(savedCardId)}
            />
            <span className="galla-choice-words">
              <span>{fill(words, 'savedCard', { network: networkName(network), last4 })}</span>
              <span className="galla-soft" lang="en">
                {bankName}
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
      <Button type="submit" busy={sending}>
        {fill(words, 'pay', { amount: amountText(view.amount) })}
      </Button>
    </form>
  )
}

/** Pays by a card that was saved before: choose it, prove it with the CVV. */
export function SavedCards({
  acknowledgesPciScope,
  tokenOf,
  ...props
}: ElementProps & SavedCardsOptions): ReactElement {
  const options = { acknowledgesPciScope, tokenOf }
  return <Stage {...props} choose={(panel) => <SavedCardsPanel {...panel} {...options} />} />
}
