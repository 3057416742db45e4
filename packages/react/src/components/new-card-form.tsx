import type { Paise } from '@galla/contract/money'
import type { CardDetails } from '@galla/contract/provider/payment-mode'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import {
  type CardFaults,
  checkCard,
  digitsOf,
  formatInput,
  groupNumber,
  isTaken,
  spacedExpiry,
  type TypedCard,
} from '../core/card.ts'
import { type Brand, brandOf, networkName } from '../core/card-network.ts'
import { type CardKey, type CardTrouble, loadSeal, openSeal, sealCard, sendSealed } from '../core/encrypt-card.ts'
import type { Words } from '../i18n/en.ts'
import { fill } from '../i18n/messages.ts'
import { amountText } from './amount.tsx'
import { Button, Field, Icon, Note } from './controls.tsx'

export interface CardEntryProps {
  words: Words
  amount: Paise
  /** The key under which number and CVV leave the page. */
  cardKey: CardKey
  /** The server's clock, in epoch milliseconds: a card expires by it. */
  now: () => number
  busy: boolean
  /** The networks that may pay; default any. */
  networks?: readonly string[] | undefined
  offersSaving?: boolean
  /** Sends the sealed card. False when it was not taken, and a throw when nobody knows: then the CVV is forgotten. */
  onCard: (card: CardDetails, savedCard: boolean) => Promise<boolean>
}

/** A new card. What is typed stays in the inputs, is read at the moment of paying, and leaves the page only encrypted. */
export function CardEntry(props: CardEntryProps): ReactElement {
  const { words, amount, cardKey, now, busy, networks, offersSaving = false, onCard } = props
  const [faults, setFaults] = useState<CardFaults>({})
  const [trouble, setTrouble] = useState<CardTrouble>()
  const paying = useRef(false)
  // The library comes while the payer types; should the line fail, paying asks for it again.
  useEffect(() => void loadSeal().catch(() => {}), [])
  if (!window.isSecureContext) return <Note tone="wait">{words.cardInsecure}</Note>

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = checkCard(readForm(form), now(), networks)
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) return inputOf(form, first)?.focus()
    if (paying.current || busy) return
    paying.current = true
    let taken = false
    const seal = async () => ({ ...sealCard(await openSeal(cardKey), cardKey, readForm(form)), ...nameOf(form) })
    const trouble = await sendSealed(seal, async (card) => {
      taken = await onCard(card, new FormData(form).has('save'))
    })
    const cvv = inputOf(form, 'cvv')
    if (!taken && cvv) cvv.value = ''
    setTrouble(trouble)
    paying.current = false
  }
  const count = Object.keys(faults).length

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      {count > 1 && <Note tone="bad">{fill(words, 'faultsFound', { count: String(count) })}</Note>}
      {trouble && <Note tone="bad">{words[trouble]}</Note>}
      <CardFields words={words} faults={faults} networks={networks} />
      {offersSaving && (
        <label className="galla-check">
          <input type="checkbox" name="save" />
          <span>{words.cardSave}</span>
        </label>
      )}
      <Button type="submit" busy={busy}>
        {fill(words, 'pay', { amount: amountText(amount) })}
      </Button>
      <p className="galla-soft galla-with-icon">
        <Icon name="lock" />
        {words.cardSecure}
      </p>
    </form>
  )
}

function readForm(form: HTMLFormElement): TypedCard {
  const text = (name: string) => inputOf(form, name)?.value.trim() ?? ''
  return { number: text('number'), expiry: text('expiry'), cvv: text('cvv') }
}

function nameOf(form: HTMLFormElement): { cardHolderName?: string } {
  const cardHolderName = inputOf(form, 'name')?.value.trim()
  return cardHolderName ? { cardHolderName } : {}
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

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
