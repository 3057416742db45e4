import type { BankComparison, BankCredit } from '@galla/contract/gateway-api/bank-statements'
import { dayInWords } from '../../components/date-span.ts'
import { amountText } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'

/** The credits of the bank, and the differences from the settlements. */
export function Comparison({ comparison }: { comparison: BankComparison }) {
  const { credited, creditedByAmount, differing, missing, unknown, more } = comparison
  return (
    <div className="grid max-w-3xl gap-4">
      <p className="tabular-nums">
        {plural(credited.count, 'settlement')} of {amountText(credited.amount)} credited
        {creditedByAmount > 0 && (
          <span className="text-soft">, {creditedByAmount} of them known by amount and day, not by the UTR</span>
        )}
        .
      </p>
      <Differences
        title="Paid out, but in no bank statement"
        credits={missing}
        noteOf={({ day }) => `since ${dayInWords(day)}`}
      />
      <Differences
        title="Credited with another amount"
        credits={differing}
        noteOf={({ credited: found, day }) => `${amountText(found)} credited on ${dayInWords(day)}`}
      />
      {unknown.length > 0 && (
        <div>
          <h3 className="text-base">Transfers of the provider that belong to no settlement</h3>
          <p className="text-sm text-soft">
            The lines belong to another account, to several settlements, or to a settlement that is not known here yet.
          </p>
          <ul className="mt-1 border-t border-rule">
            {unknown.map(({ day, amount, references }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal transfers of one day have nothing else that tells them apart
              <li key={at} className="flex justify-between gap-4 border-b border-rule py-1.5">
                <span className="min-w-0 wrap-anywhere">
                  {dayInWords(day)} <span className="text-soft">{references.join(' ')}</span>
                </span>
                <span className="tabular-nums">{amountText(amount)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more && <p className="text-sm text-soft">The first 100 of each kind are listed.</p>}
    </div>
  )
}

interface DifferencesProps {
  title: string
  credits: readonly BankCredit[]
  noteOf(credit: BankCredit): string
}

function Differences({ title, credits, noteOf }: DifferencesProps) {
  if (credits.length === 0) return null
  return (
    <div>
      <h3 className="text-base text-bad">{title}</h3>
      <ul className="mt-1 border-t border-rule">
        {credits.map((credit) => (
          <li
            key={credit.settlementId}
            className="grid gap-x-4 gap-y-0.5 border-b border-rule py-1.5 sm:grid-cols-[1fr_auto]"
          >
            <span className="min-w-0 wrap-anywhere">{credit.utr ?? credit.settlementId}</span>
            <span className="tabular-nums sm:text-right">
              {amountText(credit.amount)} <span className="text-sm text-soft">{noteOf(credit)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
