import type { Overview, Payouts } from '@galla/contract/gateway-api/overview'
import { useMayCall } from '../../api/permissions.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { overviewEnglish } from './english.ts'
import { Figure } from './summary.tsx'

const { money: t } = messages('overview/page', overviewEnglish)

/** Money that has left one side and not reached the other: settlements to the merchant's bank, and refunds to payers. */
export function MoneyOnItsWay({ overview, payouts }: { overview: Overview; payouts: Payouts | undefined }) {
  const { refundsOpen, refundsOpenAmount, refundsToApprove, refundsToApproveAmount } = overview
  const mayRead = useMayCall()('GET /settlements/payouts')
  return (
    <section aria-label={t.title} className="mt-8">
      <h2 className="mb-3 text-base">{t.title}</h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3">
        <Figure
          name={t.payers}
          link={{ to: '/refunds', search: { state: 'OPEN' } }}
          value={amountText(refundsOpenAmount - refundsToApproveAmount)}
        >
          {t.refunds(refundsOpen - refundsToApprove)}
          {refundsToApprove > 0 && t.toApprove(amountText(refundsToApproveAmount))}
        </Figure>
        {mayRead && (
          <>
            <Figure name={t.bank} link={SETTLEMENTS} value={knownText(payouts, payouts?.onTheWay.amount)}>
              {payouts?.none ? t.noSettlement : payouts && t.settlements(payouts.onTheWay.count)}
            </Figure>
            <Figure name={t.paidOut} link={SETTLEMENTS} value={knownText(payouts, payouts?.paidOut)}>
              {t.paidOutNote}
            </Figure>
          </>
        )}
      </dl>
    </section>
  )
}

const SETTLEMENTS = { to: '/finance', search: { tab: 'settlements' } } as const

const knownText = (payouts: Payouts | undefined, paise = 0): string =>
  payouts === undefined || payouts.none ? '–' : amountText(paise)
