import type { PageOffers } from '@galla/contract/control/page-routes'
import { type CardFaults, checkCard, digitsOf, readExpiry, type TypedCard } from '@galla/react/parts'
import { type FormEvent, useRef, useState } from 'react'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Note } from '../../parts/note.tsx'
import { serverNow } from '../../session/countdown.ts'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'
import { CardFields } from './card-fields.tsx'
import { encryptDigits } from './encrypt.ts'

/** A new card. What is typed stays in the inputs, is read at the moment of paying, and leaves the page only encrypted. */
export default function CardPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const [faults, setFaults] = useState<CardFaults>({})
  const [keyBroken, setKeyBroken] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const offer = known.view.offers.cards
  if (!offer) return null
  if (!window.isSecureContext) return <Note tone="wait">{words.cardInsecure}</Note>

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const inputs = event.currentTarget
    const typed = readForm(inputs)
    const found = checkCard(typed, serverNow(known, performance.now()))
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) return focusOn(inputs, first)
    const card = sealCard(typed, offer.encryption)
    setKeyBroken(card === undefined)
    if (!card) return
    const savedCard = new FormData(inputs).has('save')
    const taken = await act((client) =>
      client.call('POST /attempts', {
        paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails: { ...card, ...nameOf(inputs) } },
      }),
    )
    if (!taken) clear(inputs, 'cvv')
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {Object.keys(faults).length > 1 && <Note tone="bad">{words.errorsFound(Object.keys(faults).length)}</Note>}
      {keyBroken && <Note tone="bad">{words.cardKeyWrong}</Note>}
      <CardFields faults={faults} />
      <Button type="submit" busy={state.sending}>
        {words.pay(amountText(known.view.order.amount))}
      </Button>
      <p className="soft small with-icon">
        <Icon name="lock" />
        {words.secure}
      </p>
    </form>
  )
}

function sealCard(typed: TypedCard, encryption: NonNullable<PageOffers['cards']>['encryption']) {
  const expiry = readExpiry(typed.expiry)
  if (!expiry) return undefined
  try {
    return {
      encryptedCardNumber: encryptDigits(encryption.publicKeyPem, digitsOf(typed.number)),
      encryptedCvv: encryptDigits(encryption.publicKeyPem, typed.cvv),
      encryptionKeyId: encryption.keyId,
      expiry,
    }
  } catch {
    return undefined
  }
}

function readForm(form: HTMLFormElement): TypedCard {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return { number: text('number'), expiry: text('expiry'), cvv: text('cvv') }
}

function nameOf(form: HTMLFormElement): { cardHolderName?: string } {
  const cardHolderName = String(new FormData(form).get('name') ?? '').trim()
  return cardHolderName ? { cardHolderName } : {}
}

function focusOn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

function clear(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = ''
}
