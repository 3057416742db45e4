import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { modeWord } from '../../lib/mode-word.ts'
import { Amount } from '../../ui/amount.tsx'
import { FiguresTable } from '../../ui/figures-table.tsx'
import { rateText, successRate } from './spans.ts'

/** How well each way of paying worked. */
export function ByMode({ overview }: { overview: Overview }) {
  const { byPaymentMode } = overview
  if (byPaymentMode.length === 0) return <p className="text-soft">No order in these days.</p>
  return (
    <FiguresTable
      caption="Success by payment mode"
      wideOnly={[2, 4]}
      heads={['Mode', 'Success', 'Done', 'Failed', 'Open', 'Takings']}
      rows={byPaymentMode.map((mode) => ({
        key: mode.paymentMode,
        cells: [
          mode.paymentMode === 'not chosen' ? (
            'Not chosen yet'
          ) : (
            <Link
              key="mode"
              to="/orders"
              search={{ paymentMode: mode.paymentMode }}
              className="text-brass underline underline-offset-4"
            >
              {modeWord(mode.paymentMode)}
            </Link>
          ),
          rateText(successRate(mode)),
          mode.completed.toLocaleString('en-IN'),
          mode.failed.toLocaleString('en-IN'),
          mode.pending.toLocaleString('en-IN'),
          <Amount key="amount" paise={mode.amount} />,
        ],
      }))}
    />
  )
}
