import type { SavedCard } from '@galla/contract/sandbox-api/page-routes'
import type { CardsResponse, ListedCard } from '@galla/contract/sandbox-api/routes'
import { Button, formatCardNumber, networkName } from '@galla/react/components'
import { useEffect, useRef, useState } from 'react'
import type { Messages } from '../i18n/en.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { meaningOf } from './code-meaning.ts'
import { readControl } from './control-api.ts'
import { type TesterMessages, useTesterMessages } from './tester-messages.ts'
import './test-cards.css'

interface TestCardsProps {
  /** The cards that the form offers: only they are shown, at once, with what the payer cannot read elsewhere. @default a new card */
  saved?: readonly SavedCard[] | undefined
}

/** The sandbox's test cards, below the card form: a click fills the form in. Nothing while the sandbox does not answer. */
export default function TestCards({ saved }: TestCardsProps) {
  const messages = useMessages()
  const texts = useTesterMessages()
  const details = useRef<HTMLDetailsElement>(null)
  const [cards, setCards] = useState<readonly ListedCard[]>([])
  useEffect(() => {
    let current = true
    void readControl<CardsResponse>('/cards').then((response) => {
      if (current && response) setCards(response.cards)
    })
    return () => {
      current = false
    }
  }, [])
  if (cards.length === 0) return null
  const form = () => details.current?.parentElement?.querySelector('form')
  const listed = saved ? saved.flatMap((one) => cards.find((card) => isSame(card, one)) ?? []) : cards
  return (
    <details ref={details} className="outcome-rules test-cards" open={saved !== undefined}>
      <summary>{texts.testCards}</summary>
      <ul>
        {listed.map((card, index) => (
          <li key={card.number}>
            <Button variant="link" onClick={() => (saved ? fillInSaved(form(), index, card) : fillIn(form(), card))}>
              {saved ? (
                `${networkName(card.network)} ${card.number.slice(-4)}`
              ) : (
                <code>{formatCardNumber(card.number)}</code>
              )}
            </Button>
            <span className="galla-muted">
              {saved && `${messages.cardCvv} ${card.cvv} · `}
              {resultOf(messages, texts, card)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** `Declined by the bank.`; in another language the network and the result: `Visa: सफल` */
function resultOf(messages: Messages, texts: TesterMessages, { explains, network, outcome }: ListedCard): string {
  if (messages.lang === 'en') return explains
  const result =
    outcome === 'SUCCESS' ? texts.bankSuccess : outcome === 'PENDING' ? texts.bankPending : meaningOf(messages, outcome)
  return `${networkName(network)}: ${result ?? outcome}`
}

/** As typed: the fields format what they get and name the network. */
function fillIn(form: HTMLFormElement | null | undefined, { number, expiry, cvv }: ListedCard): void {
  const values = { number, expiry: `${expiry.month}${expiry.year.slice(-2)}`, cvv }
  for (const [name, value] of Object.entries(values)) typeIn(form, name, value)
  form?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus()
}

/** Chooses the saved card at this position of the form. */
function fillInSaved(form: HTMLFormElement | null | undefined, index: number, { cvv }: ListedCard): void {
  form?.querySelectorAll<HTMLInputElement>('[type="radio"]')[index]?.click()
  typeIn(form, 'saved-cvv', cvv)
  form?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus()
}

function typeIn(form: HTMLFormElement | null | undefined, name: string, value: string): void {
  const input = form?.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const isSame = ({ number, network }: ListedCard, saved: SavedCard): boolean =>
  network === saved.network && number.endsWith(saved.last4)
