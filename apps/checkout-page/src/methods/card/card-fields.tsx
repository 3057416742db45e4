import {
  type Brand,
  brandOf,
  type CardFaults,
  digitsOf,
  formatInput,
  groupNumber,
  spacedExpiry,
} from '@galla/react/parts'
import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import type { Words } from '../../words/en.ts'
import { useWords } from '../../words/use-words.tsx'

/** The inputs of a card. Only the network is kept in state: it is printed on every card of its kind. */
export function CardFields({ faults }: { faults: CardFaults }) {
  const words = useWords()
  const [brand, setBrand] = useState<Brand>()
  const cvvLength = brand?.cvvLength ?? 3
  const said = sentences(words, faults)

  return (
    <>
      <Field
        label={words.cardNumber}
        error={said.number}
        name="number"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        maxLength={25}
        badge={brand && <span className="brand">{brand.name}</span>}
        onInput={({ currentTarget }) => {
          formatInput(currentTarget, (text) => groupNumber(digitsOf(text)))
          setBrand(brandOf(digitsOf(currentTarget.value)))
        }}
      />
      <div className="field-row">
        <Field
          label={words.cardExpiry}
          hint={words.cardExpiryHint}
          error={said.expiry}
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={9}
          onInput={({ currentTarget, nativeEvent }) => {
            const removing = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
            if (!removing) formatInput(currentTarget, spacedExpiry)
          }}
        />
        <Field
          label={words.cardCvv}
          hint={words.cardCvvHint(cvvLength)}
          error={said.cvv}
          name="cvv"
          type="password"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={cvvLength}
        />
      </div>
      <Field label={words.cardName} name="name" autoComplete="cc-name" autoCapitalize="words" spellCheck={false} />
      <label className="check">
        <input type="checkbox" name="save" />
        <span>{words.cardSave}</span>
      </label>
    </>
  )
}

function sentences(words: Words, { number, expiry, cvv }: CardFaults) {
  return {
    number: number && (number === 'short' ? words.cardNumberShort : words.cardNumberWrong),
    expiry: expiry && (expiry === 'expired' ? words.cardExpired : words.cardExpiryWrong),
    cvv: cvv && words.cardCvvWrong(cvv.digits),
  }
}
