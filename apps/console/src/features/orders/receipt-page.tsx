import { MONEY_BACK_EN } from '@galla/contract/money-back'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { orderQuery, useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { DescriptionList, Detail, Note, PageFrame, QueryView } from '../../components/page.tsx'
import { Amount, OrderBadge, refundState, StateBadge, StateIcon, Time } from '../../components/records.tsx'
import { paidWithText } from '../../i18n/terms.ts'

/** What support may send to the payer: a page to print or save as PDF. It has no internal ids, notes or calls. */
export function ReceiptPage() {
  const { merchantOrderId } = useParams({ from: '/orders/$merchantOrderId/receipt' })
  const query = useQuery(orderQuery(merchantOrderId))
  const { data: { merchantName = undefined } = {} } = useAbout()
  return (
    <PageFrame
      title={`Receipt for ${query.data?.order.reference ?? '…'}`}
      up={
        <Link
          to="/orders/$merchantOrderId"
          params={{ merchantOrderId }}
          className="underline underline-offset-4 hover:text-ink print:hidden"
        >
          Order
        </Link>
      }
      actions={
        <Button variant="primary" className="print:hidden" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          Print or save as PDF
        </Button>
      }
    >
      <QueryView query={query} what="the order" lines={6}>
        {({ order, refunds }) => (
          <div className="grid max-w-xl gap-6">
            {merchantName !== undefined && <p className="text-xl wrap-anywhere">{merchantName}</p>}
            {order.state !== 'COMPLETED' && (
              <Note tone="wait">
                <p>This order is not paid, so this is not a receipt.</p>
              </Note>
            )}
            <p className="flex items-baseline justify-between gap-4 border-b-4 border-double border-ink pb-2 text-lg">
              {order.resolution === 'fulfil' && !order.needsReview ? (
                <span className="inline-flex items-center gap-1.5 text-good">
                  <StateIcon icon="check" />
                  Paid
                </span>
              ) : (
                <OrderBadge order={order} />
              )}
              <Amount paise={order.amount} strong />
            </p>
            <DescriptionList>
              <Detail name="Reference">{order.reference}</Detail>
              <Detail name="Paid">{order.completedAtMs && <Time atMs={order.completedAtMs} full />}</Detail>
              <Detail name="Paid with">{order.paymentMode && paidWithText(order.paymentMode, order.instrument)}</Detail>
              <Detail name="Payer">{order.payerVpa}</Detail>
              <Detail name="UTR">{order.utr}</Detail>
              <Detail name="Transaction ID">{order.transactionId}</Detail>
              <Detail name="Order ID">{order.merchantOrderId}</Detail>
            </DescriptionList>
            {refunds.length > 0 && (
              <section aria-label="Refunds">
                <h2 className="mb-2 text-base">Refunds</h2>
                <ul className="border-t border-rule">
                  {refunds.map((refund) => (
                    <li
                      key={refund.merchantRefundId}
                      className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-2"
                    >
                      <StateBadge kind="refund" state={refundState(refund)} />
                      <span className="text-sm text-soft">{refund.utr !== undefined && `UTR ${refund.utr}`}</span>
                      <Amount paise={refund.amount} />
                    </li>
                  ))}
                </ul>
                {refunds.some(({ state }) => state !== 'FAILED') && (
                  <p className="mt-2 text-sm text-soft">{MONEY_BACK_EN}</p>
                )}
              </section>
            )}
          </div>
        )}
      </QueryView>
    </PageFrame>
  )
}
