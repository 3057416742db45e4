import type { Overview, Payouts } from '@galla/contract/gateway-api/overview'
import { useMayCall } from '../../api/permissions.tsx'
import { amountText } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'
import { Figure } from './summary.tsx'

/** Money that has left one side and not reached the other: settlements to the merchant's bank, and refunds to payers. */
export function MoneyOnItsWay({ overview, payouts }: { overview: Overview; payouts: Payouts | undefined }) {
  const { refundsOpen, refundsOpenAmount } = overview
  const mayRead = useMayCall()('GET /settlements/payouts')
  return (
    <section aria-label="Money on its way" className="mt-8">
      <h2 className="mb-3 text-base">Money on its way</h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3">
        <Figure
          name="To payers"
          link={{ to: '/refunds', search: { state: 'OPEN' } }}
          value={amountText(refundsOpenAmount)}
        >
          {plural(refundsOpen, 'open refund')}
        </Figure>
        {mayRead && (
          <>
            <Figure name="To your bank" link={SETTLEMENTS} value={knownText(payouts, payouts?.onTheWay.amount)}>
              {payouts?.none ? 'No settlement is known.' : payouts && plural(payouts.onTheWay.count, 'settlement')}
            </Figure>
            <Figure name="Paid out to your bank" link={SETTLEMENTS} value={knownText(payouts, payouts?.paidOut)}>
              in this period, after the provider’s fees
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
