import { findBanks } from '@galla/react/parts'
import { type FormEvent, useRef, useState } from 'react'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Note } from '../../parts/note.tsx'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useWords } from '../../words/use-words.tsx'
import { BankChoice } from './bank-choice.tsx'

/** Net banking: the banks that most people have, and a search over all of them. */
export default function NetBankingPanel({ known }: { known: Known }) {
  const words = useWords()
  const { act, state } = useDesk()
  const [query, setQuery] = useState('')
  const [bankId, setBankId] = useState<string>()
  const [missing, setMissing] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const banks = known.view.offers.netBanking?.banks ?? []
  const found = findBanks(banks, query)
  const popular = query === '' ? found.filter((bank) => bank.popular) : []
  const others = query === '' ? found.filter((bank) => !bank.popular) : found

  const choose = (id: string) => {
    setBankId(id)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(bankId === undefined)
    if (bankId === undefined) {
      list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
      return
    }
    void act((client) => client.call('POST /attempts', { paymentMode: { type: 'NET_BANKING', bankId } }))
  }
  const choices = (some: typeof banks) =>
    some.map((bank) => <BankChoice key={bank.bankId} bank={bank} chosen={bank.bankId === bankId} choose={choose} />)

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field
        label={words.bankSearch}
        type="search"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => setQuery(currentTarget.value.trim())}
      />
      {missing && <Note tone="bad">{words.bankChoose}</Note>}
      <fieldset ref={list} className="banks">
        <legend className="unseen">{words.netBanking}</legend>
        {popular.length > 0 && <h4>{words.banksPopular}</h4>}
        <div className="choices choices-pair">{choices(popular)}</div>
        {popular.length > 0 && others.length > 0 && <h4>{words.banksAll}</h4>}
        <div className="choices choices-long">{choices(others)}</div>
      </fieldset>
      <p className="soft" aria-live="polite">
        {found.length === 0 ? words.bankNone : ''}
      </p>
      <Button type="submit" busy={state.sending}>
        {words.pay(amountText(known.view.order.amount))}
      </Button>
    </form>
  )
}
