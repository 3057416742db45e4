import { cvvFault, networkName } from '@galla/react/parts'
import { type FormEvent, useRef, useState } from 'react'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Note } from '../../parts/note.tsx'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'
import { encryptDigits } from '../card/encrypt.ts'

/** A card that the payer saved before: choose it, prove it with the CVV. */
export default function SavedCardsPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const { savedCards = [], cards } = known.view.offers
  const [chosenId, setChosenId] = useState(savedCards[0]?.savedCardId)
  const [error, setError] = useState<string>()
  const [keyBroken, setKeyBroken] = useState(false)
  const cvv = useRef<HTMLInputElement>(null)
  const chosen = savedCards.find(({ savedCardId }) => savedCardId === chosenId)
  if (!cards || !chosen) return null
  const cvvLength = chosen.network === 'AMEX' ? 4 : 3

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = cvv.current
    if (!input) return
    if (cvvFault(input.value, cvvLength)) {
      setError(words.cardCvvWrong(cvvLength))
      input.focus()
      return
    }
    setError(undefined)
    const encryptedCvv = seal(cards.encryption.publicKeyPem, input.value)
    input.value = ''
    setKeyBroken(encryptedCvv === undefined)
    if (encryptedCvv === undefined) return
    await act((client) =>
      client.call('POST /attempts', {
        paymentMode: {
          type: 'SAVED_CARD',
          savedCardId: chosen.savedCardId,
          encryptedCvv,
          encryptionKeyId: cards.encryption.keyId,
        },
      }),
    )
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {keyBroken && <Note tone="bad">{words.cardKeyWrong}</Note>}
      <fieldset className="choices">
        <legend className="unseen">{words.savedCardChoose}</legend>
        {savedCards.map(({ savedCardId, network, last4, bankName, expiry }) => (
          <label key={savedCardId} className="choice">
            <input
              type="radio"
              name="savedCard"
              checked={savedCardId === chosenId}
              onChange={() => setChosenId(savedCardId)}
            />
            <span className="choice-words">
              <span>{words.savedCard(networkName(network), last4)}</span>
              <span className="soft small">
                {bankName} · {expiry.month}/{expiry.year.slice(-2)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={words.cardCvv}
        hint={words.cardCvvHint(cvvLength)}
        error={error}
        inputRef={cvv}
        name="saved-cvv"
        type="password"
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={cvvLength}
      />
      <Button type="submit" busy={state.sending}>
        {words.pay(amountText(known.view.order.amount))}
      </Button>
    </form>
  )
}

function seal(publicKeyPem: string, cvv: string): string | undefined {
  try {
    return encryptDigits(publicKeyPem, cvv)
  } catch {
    return undefined
  }
}
