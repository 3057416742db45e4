import type { PageBank } from '@galla/contract/control/page-routes'
import { useWords } from '../../words/use-words.tsx'

interface BankChoiceProps {
  bank: PageBank
  chosen: boolean
  choose: (bankId: string) => void
}

/** One bank, with its trouble in words when it has any. A bank that is down cannot be chosen. */
export function BankChoice({ bank, chosen, choose }: BankChoiceProps) {
  const words = useWords()
  const trouble = bank.health === 'down' ? words.bankDown : bank.health === 'slow' ? words.bankSlow : undefined
  return (
    <label className="choice">
      <input
        type="radio"
        name="bank"
        value={bank.bankId}
        checked={chosen}
        disabled={bank.health === 'down'}
        onChange={() => choose(bank.bankId)}
      />
      <span className="choice-words">
        <span lang="en">{bank.name}</span>
        {trouble && <span className={`small trouble trouble-${bank.health}`}>{trouble}</span>}
      </span>
    </label>
  )
}
