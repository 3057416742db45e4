import { type ReactElement, useState } from 'react'
import { type Brand, brandOf, networkName } from '../card/brand.ts'
import { digitsOf, groupNumber } from '../card/card-number.ts'
import { type CardFaults, isTaken } from '../card/check-card.ts'
import { spacedExpiry } from '../card/expiry.ts'
import { formatInput } from '../card/format-input.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import { Field } from './field.tsx'

export interface CardFieldsProps {
  words: Words
  faults: CardFaults
  /** The networks that may pay, where not all of them may. */
  networks?: readonly string[] | undefined
}

/** The inputs of a card. Only the network is kept in state: it is printed on every card of its kind. */
export function CardFields({ words, faults, networks }: CardFieldsProps): ReactElement {
  const [brand, setBrand] = useState<Brand>()
  const cvvLength = brand?.cvvLength ?? 3
  const said = sentences(words, faults)
  const taken = networks?.map(networkName).join(' · ')

  return (
    <>
      <Field
        label={words.cardNumber}
        hint={taken}
        error={
          brand && taken !== undefined && !isTaken(brand, networks) ? notTaken(words, brand.name, taken) : said.number
        }
        name="number"
        dir="ltr"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        maxLength={25}
        badge={brand && <span className="galla-brand">{brand.name}</span>}
        onInput={({ currentTarget }) => {
          formatInput(currentTarget, (text) => groupNumber(digitsOf(text)))
          setBrand(brandOf(digitsOf(currentTarget.value)))
        }}
      />
      <div className="galla-field-row">
        <Field
          label={words.cardExpiry}
          hint={words.cardExpiryHint}
          error={said.expiry}
          name="expiry"
          dir="ltr"
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
          hint={cvvLength === 4 ? words.cardCvvFront : words.cardCvvBack}
          error={said.cvv}
          name="cvv"
          dir="ltr"
          type="password"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={cvvLength}
        />
      </div>
      <Field label={words.cardName} name="name" autoComplete="cc-name" autoCapitalize="words" spellCheck={false} />
    </>
  )
}

/** A network that is not taken is said while it is typed, and needs no sentence here. */
function sentences(words: Words, { number, expiry, cvv }: CardFaults) {
  return {
    number: number === 'short' ? words.cardNumberShort : number === 'wrong' ? words.cardNumberWrong : undefined,
    expiry: expiry && (expiry === 'expired' ? words.cardExpired : words.cardExpiryWrong),
    cvv: cvv && fill(words, 'cardCvvWrong', { digits: String(cvv.digits) }),
  }
}

function notTaken(words: Words, network: string, taken: string): string {
  return fill(words, 'cardNetworkNotTaken', { network, taken })
}
