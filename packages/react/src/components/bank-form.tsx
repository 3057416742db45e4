import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import type { Words } from '../i18n/en.ts'
import { fill } from '../i18n/messages.ts'
import { amountText } from './amount.tsx'
import { Button, Field, Note } from './controls.tsx'

export interface ListedBank {
  readonly bankId: string
  readonly name: string
  readonly popular: boolean
  readonly health: 'up' | 'slow' | 'down'
}

export interface BankEntryProps {
  words: Words
  amount: Paise
  banks: readonly ListedBank[]
  busy: boolean
  onBank: (bankId: string) => void
}

/** The banks that most people have, and a search over all of them. */
export function BankEntry({ words, amount, banks, busy, onBank }: BankEntryProps): ReactElement {
  const [query, setQuery] = useState('')
  const [bankId, setBankId] = useState<string>()
  const [missing, setMissing] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const chosen = banks.find((bank) => bank.bankId === bankId && bank.health !== 'down')
  const found = findBanks(banks, query)
  const popular = query === '' ? found.filter((bank) => bank.popular) : []
  const others = query === '' ? found.filter((bank) => !bank.popular) : withChosen(found, chosen)

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
  const choices = (some: readonly ListedBank[]) =>
    some.map((bank) => (
      <BankChoice key={bank.bankId} words={words} bank={bank} chosen={bank === chosen} choose={choose} />
    ))

  return (
    <form className="galla-stack" noValidate onSubmit={submit}>
      <Field
        label={words.bankSearch}
        type="search"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => setQuery(currentTarget.value.trim())}
      />
      {missing && <Note tone="bad">{words.bankChoose}</Note>}
      <fieldset ref={list} className="galla-banks">
        <legend className="galla-unseen">{words.netBanking}</legend>
        {popular.length > 0 && <p className="galla-group">{words.banksPopular}</p>}
        <div className="galla-choices galla-choices-pair">{choices(popular)}</div>
        {popular.length > 0 && others.length > 0 && <p className="galla-group">{words.banksAll}</p>}
        <div className="galla-choices galla-choices-long">{choices(others)}</div>
      </fieldset>
      <p className="galla-soft" aria-live="polite">
        {found.length === 0 ? words.bankNone : ''}
      </p>
      <Button type="submit" busy={busy}>
        {fill(words, 'pay', { amount: amountText(amount) })}
      </Button>
    </form>
  )
}

interface BankChoiceProps {
  words: Words
  bank: ListedBank
  chosen: boolean
  choose: (bankId: string) => void
}

/** One bank, with its trouble in words when it has any. A bank that is down cannot be chosen. */
function BankChoice({ words, bank, chosen, choose }: BankChoiceProps) {
  const trouble = bank.health === 'down' ? words.bankDown : bank.health === 'slow' ? words.bankSlow : undefined
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
      <span className="galla-choice-words">
        <span lang="en">{bank.name}</span>
        {trouble && <span className={`galla-trouble galla-trouble-${bank.health}`}>{trouble}</span>}
      </span>
    </label>
  )
}

/** Banks whose name or code holds every word of the query, in any order; all of them for an empty one. */
export function findBanks<Bank extends { name: string; bankId: string }>(
  banks: readonly Bank[],
  query: string,
): Bank[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return banks.filter(({ name, bankId }) => {
    const text = `${name} ${bankId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The chosen one stays on show, first, where a search has not found it: it is what the payer pays with until they choose another. */
export function withChosen<Bank>(found: readonly Bank[], chosen: Bank | undefined): readonly Bank[] {
  return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
}
