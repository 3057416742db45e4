import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail } from '../../components/page.tsx'
import { Amount, Id, OrderBadge, OrderLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { CHECKOUT_LABELS, paidWithText } from '../../i18n/terms.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { detailsEnglish } from './english-order.ts'
import { paidIn } from './ledger-messages.ts'
import { OrderLedger } from './order-ledger.tsx'

const t = messages('orders/details', detailsEnglish)

interface OrderDetailsProps {
  story: OrderWithTimeline
  onOpenRefund(merchantRefundId: string): void
}

/** The order's balance, fields, sibling orders and metadata. */
export function OrderDetails({ story: { order, refunds, ledger, siblings }, onOpenRefund }: OrderDetailsProps) {
  return (
    <div className="grid content-start gap-8">
      {order.state === 'COMPLETED' ? (
        <Panel title={t.balance}>
          <Balance order={order} paid={paidIn(ledger)} refunds={refunds} onOpen={onOpenRefund} />
        </Panel>
      ) : (
        refunds.length > 0 && (
          <Panel title={t.refunds}>
            {refunds.map((refund) => (
              <StateBadge key={refund.merchantRefundId} kind="refund" state={refundState(refund)} />
            ))}
          </Panel>
        )
      )}
      {ledger.length > 0 && (
        <Panel title={t.ledger}>
          <OrderLedger entries={ledger} />
        </Panel>
      )}
      {order.linkUrl !== undefined && (
        <Panel title={t.link}>
          <Id value={order.linkUrl} what={t.copied.link} />
        </Panel>
      )}
      <Panel title={t.details}>
        <OrderFields order={order} />
      </Panel>
      {siblings.length > 0 && (
        <Panel title={t.siblings(visibleText(order.reference))}>
          <ul className="border-t border-rule">
            {siblings.map((sibling) => (
              <li
                key={sibling.merchantOrderId}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2"
              >
                <OrderLink merchantOrderId={sibling.merchantOrderId} />
                <OrderBadge order={sibling} />
                <Amount paise={sibling.amount} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {order.metaInfo && (
        <Panel title={t.metadata}>
          <JsonView
            label="metaInfo"
            value={order.metaInfo}
            subject={{ kind: 'order', id: order.merchantOrderId }}
            path="request.metaInfo"
          />
        </Panel>
      )}
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </section>
  )
}

/** Checkouts of the orders of a subscription. */
const BILLING_CHECKOUTS: ReadonlySet<Order['checkout']> = new Set(['MANDATE', 'MANDATE_CHECK', 'DEBIT'])

/** The reference of such an order begins with the id of its subscription: `sub-7/2`. */
function SubscriptionLink({ order: { reference } }: { order: Order }) {
  const [subscriptionId = ''] = reference.split('/')
  return (
    <Link
      to="/subscriptions/$subscriptionId"
      params={{ subscriptionId }}
      className="text-brass underline underline-offset-4"
    >
      {subscriptionId}
    </Link>
  )
}

function OrderFields({ order }: { order: Order }) {
  const { merchantOrderId, orderId, transactionId, utr, payerVpa, paymentMode, instrument, card, checkout } = order
  const { state, createdAtMs, paidAtMs, completedAtMs, expiresAtMs, nextPollAtMs, needsReview } = order
  const isClosed = state === 'COMPLETED' || state === 'FAILED'
  const isFinal = isClosed && !needsReview
  return (
    <DescriptionList>
      <Detail name={t.fields.id}>
        <Id value={merchantOrderId} what={t.copied.id} />
      </Detail>
      <Detail name={t.fields.orderId}>{orderId && <Id value={orderId} what={t.copied.orderId} />}</Detail>
      <Detail name={t.fields.transactionId}>
        {transactionId && <Id value={transactionId} what={t.copied.transactionId} />}
      </Detail>
      <Detail name="UTR">{utr && <Id value={utr} what="UTR" />}</Detail>
      <Detail name={state === 'COMPLETED' ? t.fields.paidWith : t.fields.mode}>
        {paymentMode && paidWithText(paymentMode, instrument, card)}
      </Detail>
      <Detail name={t.fields.payer}>{payerVpa && <Id value={payerVpa} what={t.copied.payer} />}</Detail>
      <Detail name={t.fields.checkout}>{CHECKOUT_LABELS[checkout]}</Detail>
      <Detail name={t.fields.subscription}>
        {BILLING_CHECKOUTS.has(checkout) && <SubscriptionLink order={order} />}
      </Detail>
      <Detail name={t.fields.reminder}>{order.remindedAtMs && <Time atMs={order.remindedAtMs} full />}</Detail>
      <Detail name={t.fields.created}>
        <Time atMs={createdAtMs} full />
      </Detail>
      <Detail name={t.fields.paidAt}>{paidAtMs && <Time atMs={paidAtMs} full />}</Detail>
      <Detail name={t.fields.recordedAt}>{completedAtMs && <Time atMs={completedAtMs} full />}</Detail>
      <Detail name={t.fields.expires}>{!isClosed && expiresAtMs && <Time atMs={expiresAtMs} full planned />}</Detail>
      <Detail name={t.fields.nextCheck}>
        {nextPollAtMs && (
          <>
            <Time atMs={nextPollAtMs} full planned />
            {isFinal && (
              <span className="block text-sm text-soft">
                {state === 'COMPLETED' ? t.fields.lookTwice : t.fields.lookLate}
              </span>
            )}
          </>
        )}
      </Detail>
    </DescriptionList>
  )
}

/** Says who requested the refund, and who decided it. */
export function peopleOf({ requestedBy, approval }: Pick<Refund, 'requestedBy' | 'approval'>): string {
  const { state, decidedBy } = approval ?? {}
  const decided = decidedBy === undefined || state === undefined ? undefined : t.people.decided(decidedBy, state)
  const requested = requestedBy === undefined ? undefined : t.people.requested(requestedBy)
  return [requested, state === 'waiting' ? t.people.waiting : decided].filter((one) => one !== undefined).join(', ')
}

interface BalanceProps {
  order: Order
  /** The sum received, in paise. */
  paid: number
  refunds: readonly Refund[]
  onOpen(merchantRefundId: string): void
}

/** The payment, its refunds, and the refundable amount as their sum. */
function Balance({ order, paid, refunds, onOpen }: BalanceProps) {
  return (
    <dl className="border-t border-rule">
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-rule py-2">
        <dt>{t.paid}</dt>
        <dd>
          <Amount paise={paid} />
        </dd>
      </div>
      {refunds.map((refund) => {
        const { merchantRefundId, amount, state } = refund
        return (
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
                {t.refund}
                <span className="sr-only"> {merchantRefundId}</span>
              </button>
              <StateBadge kind="refund" state={refundState(refund)} />
              <span className="w-full text-sm text-soft empty:hidden">{peopleOf(refund)}</span>
            </dt>
            <dd className={state === 'FAILED' ? 'text-soft line-through' : ''}>
              <Amount paise={state === 'FAILED' ? amount : -amount} />
            </dd>
          </div>
        )
      })}
      <div className="flex items-baseline justify-between gap-4 pt-2">
        <dt className="font-strong">{t.refundable}</dt>
        <dd className="border-b-4 border-double border-ink text-lg">
          <Amount paise={order.refundableAmount} strong />
        </dd>
      </div>
      {order.overdrawnAmount !== undefined && (
        <div className="flex items-baseline justify-between gap-4 pt-2 text-bad">
          <dt>{t.overdrawn}</dt>
          <dd>
            <Amount paise={order.overdrawnAmount} />
          </dd>
        </div>
      )}
    </dl>
  )
}
