import type { BankComparison, BankCredit } from '@galla/contract/gateway-api/bank-statements'
import { dayInWords } from '../../components/date-span.ts'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { comparisonEnglish } from './english-settlements.ts'

const t = messages('finance/comparison', comparisonEnglish)

/** The credits of the bank, and the differences from the settlements. */
export function Comparison({ comparison }: { comparison: BankComparison }) {
  const { credited, creditedByAmount, differing, missing, unknown, more } = comparison
  return (
    <div className="grid max-w-3xl gap-4">
      <p className="tabular-nums">
        {phrase(
          t.credited(
            credited.count,
            amountText(credited.amount),
            creditedByAmount > 0 && <span className="text-soft">{t.byAmount(creditedByAmount)}</span>,
          ),
        )}
      </p>
      <Differences title={t.missing} credits={missing} noteOf={({ day }) => t.since(dayInWords(day))} />
      <Differences
        title={t.differing}
        credits={differing}
        noteOf={({ credited: found, day }) => t.creditedOn(amountText(found), dayInWords(day))}
      />
      {unknown.length > 0 && (
        <div>
          <h3 className="text-base">{t.unknown.title}</h3>
          <p className="text-sm text-soft">{t.unknown.note}</p>
          <ul className="mt-1 border-t border-rule">
            {unknown.map(({ day, amount, references }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal transfers of one day have nothing else that tells them apart
              <li key={at} className="flex justify-between gap-4 border-b border-rule py-1.5">
                <span className="min-w-0 wrap-anywhere">
                  {dayInWords(day)}{' '}
                  <span translate="no" className="text-soft">
                    {references.join(' ')}
                  </span>
                </span>
                <span className="tabular-nums">{amountText(amount)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more && <p className="text-sm text-soft">{t.first}</p>}
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
            <span translate="no" className="min-w-0 wrap-anywhere">
              {credit.utr ?? credit.settlementId}
            </span>
            <span className="tabular-nums sm:text-right">
              {amountText(credit.amount)} <span className="text-sm text-soft">{noteOf(credit)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
