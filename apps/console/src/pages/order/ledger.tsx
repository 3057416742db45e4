import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { Amount } from '../../ui/amount.tsx'
import { StateMark } from '../../ui/state-mark.tsx'

interface LedgerProps {
  order: Order
  refunds: readonly Refund[]
  onOpen(merchantRefundId: string): void
}

/** What came in, what went back, and under the double rule what is left. */
export function Ledger({ order, refunds, onOpen }: LedgerProps) {
  return (
    <dl className="border-t border-rule">
      <Row name="Paid" amount={order.amount} />
      {refunds.map(({ merchantRefundId, amount, state, inDoubt }) => (
        <div
          key={merchantRefundId}
          className="relative flex min-h-11 items-center justify-between gap-4 border-b border-rule py-2 hover:bg-brass-wash"
        >
          <dt className="flex min-w-0 flex-wrap items-center gap-x-3">
            <button
              type="button"
              onClick={() => onOpen(merchantRefundId)}
              className="underline decoration-1 underline-offset-4 after:absolute after:inset-0"
            >
              Refund<span className="unseen"> {merchantRefundId}</span>
            </button>
            <StateMark kind="refund" state={inDoubt ? 'IN_DOUBT' : state} />
          </dt>
          <dd className={state === 'FAILED' ? 'text-soft line-through' : ''}>
            <Amount paise={state === 'FAILED' ? amount : -amount} />
          </dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 pt-2">
        <dt className="font-strong">May still go back</dt>
        <dd className="border-b-4 border-double border-ink text-lg">
          <Amount paise={order.refundableAmount} strong />
        </dd>
      </div>
    </dl>
  )
}

function Row({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-b border-rule py-2">
      <dt>{name}</dt>
      <dd>
        <Amount paise={amount} />
      </dd>
    </div>
  )
}
