import type { Paise } from '@galla/contract/money'
import type { CardDetails } from '@galla/contract/provider/payment-mode'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { type CardFaults, checkCard, type TypedCard } from '../card/check-card.ts'
import { type CardKey, loadSeal, openSeal, sealCard } from '../core/seal-card.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import { amountText } from './amount.tsx'
import { Button } from './button.tsx'
import { CardFields } from './card-fields.tsx'
import { Icon } from './icon.tsx'
import { Note } from './note.tsx'
import { type CardTrouble, sendSealed } from './send-sealed.ts'

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
