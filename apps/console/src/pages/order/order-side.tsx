import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { instrumentWord, modeWord } from '../../lib/mode-word.ts'
import { Amount } from '../../ui/amount.tsx'
import { Id } from '../../ui/id.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { OrderMark } from '../../ui/order-mark.tsx'
import { Facts } from '../../ui/page.tsx'
import { OrderLink } from '../../ui/record-link.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { Ledger } from './ledger.tsx'

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
