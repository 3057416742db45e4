import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { formatMessage } from '../i18n/messages.ts'
import { formatAmount } from './amount.tsx'
import { Alert, Button } from './controls.tsx'
import { Field } from './field.tsx'

/** A bank that offers net banking. */
export interface Bank {
  /** The provider's id of the bank, for example `SBIN`. */
  readonly bankId: string
  /** Name to display. */
  readonly name: string
  /** Listed before the search. */
  readonly popular: boolean
  /** A bank that is `down` cannot be chosen; `slow` is shown beside the name. */
  readonly health: 'up' | 'slow' | 'down'
}

/** Props of `<BankForm>`. */
export interface BankFormProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Shown on the button. In paise. */
  amount: Paise
  /** Banks to choose from. */
  banks: readonly Bank[]
  /** The button ignores clicks. */
  busy: boolean
  /**
   * Id of the bank that is chosen at first, and listed with the popular banks. A bank that is `down` is not chosen.
   * @default no bank
   */
  suggested?: string | undefined
  /** Called with the id of the chosen bank. */
  onBank: (bankId: string) => void
}

/**
 * Form to choose a bank for net banking, with the popular banks and a search over all banks.
 *
 * @example
 * ```tsx
 * <BankForm messages={en} amount={amount} banks={banks} busy={false} onBank={(bankId) => pay(bankId)} />
 * ```
 */
export function BankForm({ messages, amount, banks, busy, suggested, onBank }: BankFormProps): ReactElement {
  const [query, setQuery] = useState('')
  const [bankId, setBankId] = useState(suggested)
  const [missing, setMissing] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const chosen = banks.find((bank) => bank.bankId === bankId && bank.health !== 'down')
  const found = searchBanks(banks, query)
  const isFirst = ({ popular, bankId }: Bank) => popular || bankId === suggested
  const popular = query === '' ? found.filter(isFirst) : []
  const others = query === '' ? found.filter((bank) => !isFirst(bank)) : withChosen(found, chosen)

  const choose = (id: string) => {
    setBankId(id)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen) return list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
    if (!busy) onBank(chosen.bankId)
  }
  const choices = (some: readonly Bank[]) =>
    some.map((bank) => (
      <BankChoice key={bank.bankId} messages={messages} bank={bank} chosen={bank === chosen} choose={choose} />
    ))

  return (
    <form className="galla-stack" noValidate onSubmit={submit}>
      <Field
        label={messages.bankSearch}
        type="search"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => setQuery(currentTarget.value.trim())}
      />
      {missing && <Alert tone="error">{messages.bankChoose}</Alert>}
      <fieldset ref={list} className="galla-banks">
        <legend className="galla-visually-hidden">{messages.netBanking}</legend>
        {popular.length > 0 && <p className="galla-group">{messages.banksPopular}</p>}
        <div className="galla-choices galla-choices-pair">{choices(popular)}</div>
        {popular.length > 0 && others.length > 0 && <p className="galla-group">{messages.banksAll}</p>}
        <div className="galla-choices galla-choices-long">{choices(others)}</div>
      </fieldset>
      <p className="galla-muted" aria-live="polite">
        {found.length === 0 ? messages.bankNone : ''}
      </p>
      <Button type="submit" busy={busy}>
        {formatMessage(messages, 'pay', { amount: formatAmount(amount) })}
      </Button>
    </form>
  )
}

interface BankChoiceProps {
  messages: ComponentMessages
  bank: Bank
  chosen: boolean
  choose: (bankId: string) => void
}

function BankChoice({ messages, bank, chosen, choose }: BankChoiceProps) {
  const status = bank.health === 'down' ? messages.bankDown : bank.health === 'slow' ? messages.bankSlow : undefined
  return (
    <label className="galla-choice">
      <input
        type="radio"
        name="galla-bank"
        value={bank.bankId}
        checked={chosen}
        disabled={bank.health === 'down'}
        onChange={() => choose(bank.bankId)}
      />
      <span className="galla-choice-text">
        <span lang="en" translate="no">
          {bank.name}
        </span>
        {status && <span className={`galla-bank-status galla-bank-${bank.health}`}>{status}</span>}
      </span>
    </label>
  )
}

/** Banks whose name or id contains every word of the query, in any order; all banks for an empty query. */
export function searchBanks<Item extends { name: string; bankId: string }>(
  banks: readonly Item[],
  query: string,
): Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return banks.filter(({ name, bankId }) => {
    const text = `${name} ${bankId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Keeps the chosen bank in the list when a search does not find it: it is still the one that the button pays with. */
export function withChosen<Item>(found: readonly Item[], chosen: Item | undefined): readonly Item[] {
  return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
}
