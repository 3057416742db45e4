import type { ShopperOffers } from '@galla/contract/books/shopper-routes'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { findBanks } from '../../core/find-banks.ts'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Note } from '../../parts/note.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import { fill } from '../../words/fill.ts'
import type { PanelProps } from '../panel.ts'

type Bank = ShopperOffers['banks'][number]

export function NetBankingPanel({ view, sending, pay }: PanelProps): ReactElement {
  const { words } = useDesk()
  const [query, setQuery] = useState('')
  const [bankId, setBankId] = useState<string>()
  const [missing, setMissing] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const found = findBanks(view.offers.banks, query)
  const popular = query === '' ? found.filter((bank) => bank.popular) : []
  const others = query === '' ? found.filter((bank) => !bank.popular) : found

  const choose = (id: string) => {
    setBankId(id)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(bankId === undefined)
    if (bankId === undefined) return list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
    void pay({ paymentMode: { type: 'NET_BANKING', bankId } })
  }
  const choices = (banks: Bank[]) =>
    banks.map((bank) => <BankChoice key={bank.bankId} bank={bank} chosen={bank.bankId === bankId} choose={choose} />)

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
      <Button type="submit" busy={sending}>
        {fill(words, 'pay', { amount: amountText(view.amount) })}
      </Button>
    </form>
  )
}

/** One bank, with its trouble in words when it has any. A bank that is down cannot be chosen. */
function BankChoice({ bank, chosen, choose }: { bank: Bank; chosen: boolean; choose: (id: string) => void }) {
  const { words } = useDesk()
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

/** Pays at the payer's bank: the banks that most people have, and a search over all of them. */
export function NetBanking(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <NetBankingPanel {...panel} />} />
}
