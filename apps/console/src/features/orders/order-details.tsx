import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { Facts } from '../../components/page.tsx'
import { Amount, Id, JsonView, OrderLink, OrderMark, StateMark, Time } from '../../components/records.tsx'
import { instrumentWord, modeWord } from '../../i18n/terms.ts'

interface OrderSideProps {
  story: OrderStory
  onOpenRefund(merchantRefundId: string): void
}

/** The order's money and its facts. */
export function OrderSide({ story, onOpenRefund }: OrderSideProps) {
  const { order, refunds, siblings } = story
  return (
    <div className="grid content-start gap-8">
      {order.state === 'COMPLETED' && (
        <section>
          <h2 className="mb-2 text-base">Money</h2>
          <Ledger order={order} refunds={refunds} onOpen={onOpenRefund} />
        </section>
      )}
      {order.state !== 'COMPLETED' && refunds.length > 0 && (
        <section>
          <h2 className="mb-2 text-base">Refunds</h2>
          {refunds.map(({ merchantRefundId, state }) => (
            <StateMark key={merchantRefundId} kind="refund" state={state} />
          ))}
        </section>
      )}
      <section>
        <h2 className="mb-2 text-base">Facts</h2>
        <OrderFacts story={story} />
      </section>
      {siblings.length > 0 && (
        <section>
          <h2 className="mb-2 text-base">Other orders of {order.reference}</h2>
          <ul className="border-t border-rule">
            {siblings.map((sibling) => (
              <li
                key={sibling.merchantOrderId}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2"
              >
                <OrderLink merchantOrderId={sibling.merchantOrderId} most={22} />
                <OrderMark order={sibling} />
                <Amount paise={sibling.amount} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {order.metaInfo && (
        <section>
          <h2 className="mb-2 text-base">Your notes on it</h2>
          <JsonView
            label="metaInfo"
            value={order.metaInfo}
            of={{ kind: 'order', id: order.merchantOrderId }}
            path="request.metaInfo"
          />
        </section>
      )}
    </div>
  )
}

function OrderFacts({ story: { order } }: { story: OrderStory }) {
  const { merchantOrderId, orderId, transactionId, utr, payerVpa, paymentMode, instrument, checkout } = order
  const { createdAtMs, completedAtMs, expiresAtMs, nextPollAtMs } = order
  return (
    <Facts
      rows={[
        ['Order', <Id key="id" value={merchantOrderId} what="order id" most={22} />],
        orderId === undefined
          ? undefined
          : ['Provider’s id', <Id key="id" value={orderId} what="provider’s order id" />],
        transactionId === undefined
          ? undefined
          : ['Transaction', <Id key="id" value={transactionId} what="transaction id" />],
        utr === undefined ? undefined : ['UTR', <Id key="id" value={utr} what="UTR" />],
        paymentMode === undefined
          ? undefined
          : ['Paid with', `${modeWord(paymentMode)}${instrument ? `, ${instrumentWord(instrument)}` : ''}`],
        payerVpa === undefined ? undefined : ['Payer', <Id key="id" value={payerVpa} what="masked UPI id" />],
        ['Checkout', checkout === 'STANDARD' ? 'Standard: the hosted page' : 'Custom: your own page'],
        ['Made', <Time key="time" atMs={createdAtMs} full />],
        completedAtMs === undefined ? undefined : ['Paid', <Time key="time" atMs={completedAtMs} full />],
        completedAtMs !== undefined || expiresAtMs === undefined
          ? undefined
          : ['Expires', <Time key="time" atMs={expiresAtMs} full />],
        nextPollAtMs === undefined ? undefined : ['Next look', <Time key="time" atMs={nextPollAtMs} full />],
      ]}
    />
  )
}

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
