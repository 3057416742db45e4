import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { type CardFaults, checkCard, type TypedCard } from '../../card/check-card.ts'
import { serverNow } from '../../core/countdown.ts'
import { loadSeal, openSeal, sealCard } from '../../core/seal-card.ts'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Note } from '../../parts/note.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import { fill } from '../../words/fill.ts'
import type { PanelProps } from '../panel.ts'
import { CardFields } from './card-fields.tsx'

export interface CardFormOptions {
  /**
   * Card fields on your own page bring that page, and every script on it, into the scope of PCI DSS. Encrypting in the
   * browser does not take it out again; redirecting to the provider's page does. Write this to say that you know.
   */
  acknowledgesPciScope: true
  /** Asks whether to save the card; your server must name the payer to the provider then. Default: not asked. */
  offersSaving?: boolean
}

/** What is typed stays in the inputs, is read at the moment of paying, and leaves the page only encrypted. */
export function CardPanel(props: PanelProps & CardFormOptions): ReactElement {
  const { view, heardAtMs, sending, pay, offersSaving = false } = props
  const { words } = useDesk()
  const [faults, setFaults] = useState<CardFaults>({})
  const [keyBroken, setKeyBroken] = useState(false)
  const sealing = useRef(false)
  const key = view.offers.cardEncryption
  // The library comes while the payer types; should the line fail, paying asks for it again.
  useEffect(() => void loadSeal().catch(() => {}), [])
  if (!key) return <Note tone="wait">{words.cardNotOffered}</Note>
  if (!window.isSecureContext) return <Note tone="wait">{words.cardInsecure}</Note>

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = checkCard(readForm(form), serverNow({ view, heardAtMs }, performance.now()))
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) return inputOf(form, first)?.focus()
    if (sealing.current) return
    sealing.current = true
    try {
      const seal = await openSeal(key)
      const cardDetails = { ...sealCard(seal, key, readForm(form)), ...nameOf(form) }
      setKeyBroken(false)
      const savedCard = new FormData(form).has('save')
      const taken = await pay({ paymentMode: { type: 'CARD', authMode: '3DS', savedCard, cardDetails } })
      const cvv = inputOf(form, 'cvv')
      if (!taken && cvv) cvv.value = ''
    } catch {
      setKeyBroken(true)
    } finally {
      sealing.current = false
    }
  }
  const count = Object.keys(faults).length

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      {count > 1 && <Note tone="bad">{fill(words, 'faultsFound', { count: String(count) })}</Note>}
      {keyBroken && <Note tone="bad">{words.cardKeyWrong}</Note>}
      <CardFields faults={faults} />
      {offersSaving && (
        <label className="galla-check">
          <input type="checkbox" name="save" />
          <span>{words.cardSave}</span>
        </label>
      )}
      <Button type="submit" busy={sending}>
        {fill(words, 'pay', { amount: amountText(view.amount) })}
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

/** Pays by a new card: RuPay, Visa, Mastercard and others. Never in React's state, never in storage, never unencrypted on the line. */
export function CardForm({
  acknowledgesPciScope,
  offersSaving,
  ...props
}: ElementProps & CardFormOptions): ReactElement {
  const options = { acknowledgesPciScope, ...(offersSaving !== undefined && { offersSaving }) }
  return <Stage {...props} choose={(panel) => <CardPanel {...panel} {...options} />} />
}
