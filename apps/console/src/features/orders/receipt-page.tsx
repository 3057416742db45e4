import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { MONEY_BACK_EN, MONEY_BACK_HI } from '@galla/contract/money-back'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { orderQuery, useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { DescriptionList, Detail, Note, PageFrame, QueryView } from '../../components/page.tsx'
import { Amount, OrderBadge, StateIcon, Time } from '../../components/records.tsx'
import { language } from '../../i18n/language.ts'
import { messages } from '../../i18n/messages.ts'
import { paidWithText } from '../../i18n/terms.ts'
import { receiptEnglish } from './english-receipt.ts'
import { mayBeSent, provesMandate } from './result-messages.ts'

const t = messages('orders/receipt', receiptEnglish)

const MONEY_BACK = language === 'hi' ? MONEY_BACK_HI : MONEY_BACK_EN

/** Shows the receipt that support may send to the payer: a page to print or save as PDF. The page has no internal ids, notes or calls. */
export function ReceiptPage() {
  const { merchantOrderId } = useParams({ from: '/orders/$merchantOrderId/receipt' })
  const query = useQuery(orderQuery(merchantOrderId))
  const { data: { merchantName = undefined } = {} } = useAbout()
  return (
    <PageFrame
      title={t.title(merchantOrderId, merchantName)}
      up={
        <Link
          to="/orders/$merchantOrderId"
          params={{ merchantOrderId }}
          className="underline underline-offset-4 hover:text-ink print:hidden"
        >
          {t.order}
        </Link>
      }
      actions={
        query.data && !query.data.order.needsReview ? (
          <Button variant="primary" className="print:hidden" onClick={() => window.print()}>
            <Printer size={16} aria-hidden />
            {t.print}
          </Button>
        ) : undefined
      }
    >
      <QueryView query={query} what={t.what} lines={6}>
        {(story) => <Receipt story={story} />}
      </QueryView>
    </PageFrame>
  )
}

/** The payer sees neither a review nor a refund that the provider did not get: both are the merchant's to decide. */
function Receipt({ story }: { story: OrderWithTimeline }) {
  const { order, refunds } = story
  const paidAt = story.order.paidAtMs
  const { data: about } = useAbout()
  if (order.needsReview) {
    return (
      <Note tone="wait">
        <p>{t.inReview}</p>
      </Note>
    )
  }
  const shown = refunds.filter((refund) => refund.state !== 'FAILED' && mayBeSent(refund))
  return (
    <div className="grid max-w-xl gap-6">
      {about && about.environment !== 'PRODUCTION' && (
        <p className="w-fit border-2 border-dashed border-brass px-4 py-1 font-strong">{t.test}</p>
      )}
      {(order.state !== 'COMPLETED' || provesMandate(order)) && (
        <Note tone="wait">
          <p>{provesMandate(order) ? t.returned : t.notPaid}</p>
        </Note>
      )}
      <p className="flex items-baseline justify-between gap-4 border-b-4 border-double border-ink pb-2 text-lg">
        {order.resolution === 'fulfil' && !provesMandate(order) ? (
          <span className="inline-flex items-center gap-1.5 text-good">
            <StateIcon icon="check" />
            {t.paid}
          </span>
        ) : (
          <OrderBadge order={order} />
        )}
        <Amount paise={order.amount} strong />
      </p>
      <DescriptionList>
        <Detail name={t.orderNumber}>{order.merchantOrderId}</Detail>
        <Detail name={t.paidAt}>{paidAt !== undefined && <Time atMs={paidAt} full />}</Detail>
        <Detail name={t.paidWith}>
          {order.paymentMode && paidWithText(order.paymentMode, order.instrument, order.card)}
        </Detail>
        <Detail name={t.payer}>{order.payerVpa}</Detail>
        <Detail name="UTR">{order.utr}</Detail>
        <Detail name={t.transactionId}>{order.transactionId}</Detail>
      </DescriptionList>
      {shown.length > 0 && (
        <section aria-label={t.refunds}>
          <h2 className="mb-2 text-base">{t.refunds}</h2>
          <ul className="border-t border-rule">
            {shown.map(({ merchantRefundId, state, utr, amount, updatedAtMs }) => (
              <li
                key={merchantRefundId}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-2"
              >
                <span>
                  {state === 'COMPLETED' ? (
                    <>
                      {t.refunded} <Time atMs={updatedAtMs} />
                    </>
                  ) : (
                    t.refunding
                  )}
                </span>
                <span className="text-sm text-soft">{utr !== undefined && `UTR ${utr}`}</span>
                <Amount paise={amount} />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-soft">{MONEY_BACK}</p>
        </section>
      )}
    </div>
  )
}
