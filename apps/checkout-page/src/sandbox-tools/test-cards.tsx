import type { CardsResponse, ListedCard } from '@galla/contract/sandbox-api/routes'
import { Button, formatCardNumber } from '@galla/react/components'
import { useEffect, useRef, useState } from 'react'
import type { Messages } from '../i18n/en.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { meaningOf } from './code-meaning.ts'
import { readControl } from './control-api.ts'
import './test-cards.css'

/** The sandbox's test cards, below the card form: a click fills the form in. Nothing while the sandbox does not answer. */
export default function TestCards() {
  const messages = useMessages()
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
  return (
    <details ref={details} className="outcome-rules test-cards">
      <summary>{messages.testCards}</summary>
      <ul>
        {cards.map((card) => (
          <li key={card.number}>
            <Button variant="link" onClick={() => fillIn(details.current?.parentElement?.querySelector('form'), card)}>
              <code>{formatCardNumber(card.number)}</code>
            </Button>
            <span className="galla-muted">{resultOf(messages, card)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** `Declined by the bank.`; in another language the network and the result: `VISA: सफल` */
function resultOf(messages: Messages, { explains, network, outcome }: ListedCard): string {
  if (messages.lang === 'en') return explains
  const result =
    outcome === 'SUCCESS'
      ? messages.bankSuccess
      : outcome === 'PENDING'
        ? messages.bankPending
        : meaningOf(messages, outcome)
  return `${network.replaceAll('_', ' ')}: ${result ?? outcome}`
}

/** As typed: the fields format what they get and name the network. */
function fillIn(form: HTMLFormElement | null | undefined, { number, expiry, cvv }: ListedCard): void {
  const values = { number, expiry: `${expiry.month}${expiry.year.slice(-2)}`, cvv }
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) continue
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  form?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus()
}
