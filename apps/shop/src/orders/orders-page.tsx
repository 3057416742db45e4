import { Amount, formatAmount, Icon } from '@galla/react/components'
import { useEffect, useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { EmptyState, Loading, Title } from '../components/layout.tsx'
import { formatMessage, useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import { momentIn } from '../i18n/locales.ts'
import { navigate, navigationState } from '../router.tsx'
import type { OrderSummary } from '../shop-api.ts'
import { LastFailure, OrderLines, OrderNumber, PaidTo, ReceiptLines, RefundLines } from './order-details.tsx'
import { orderToTryAgain, statusOf } from './order-status.ts'
import { useOrders } from './orders-provider.tsx'
import { PrintReceipt } from './print-receipt.tsx'
import { ResumeButton } from './resume-payment.tsx'

/** This browser's orders and their status. */
export function OrdersPage() {
  const messages = useMessages()
  const { orders, failed, refresh } = useOrders()
  const { cart } = useCart()
  const toTryAgain = orders && orderToTryAgain(orders, cart)
  const [note] = useState(() => navigationState()?.note)
  useEffect(refresh, [refresh])
  return (
    <div className="column">
      <Title>{messages.orders}</Title>
      {note && (
        <p className="notice notice-wait" role="status">
          {messages[note]}
        </p>
      )}
      {failed && (
        <p className="notice notice-wait" role="status">
          {messages.ordersFailed}{' '}
          <button type="button" className="link" onClick={refresh}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {!orders && !failed && <Loading />}
      {orders?.length === 0 && <EmptyState title={messages.ordersEmpty} body={messages.ordersEmptyBody} />}
      <ul className="orders">
        {orders?.map((order) => (
          <li key={order.merchantOrderId}>
            <OrderCard order={order} canTryAgain={order === toTryAgain} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OrderCard({ order, canTryAgain }: { order: OrderSummary; canTryAgain: boolean }) {
  const { messages, locale } = useI18n()
  const { message, tone, icon, reason } = statusOf(order)
  const date = new Date(order.createdAtMs)
  return (
    <article className={order.receipt ? 'order receipt' : 'order'}>
      <header className="order-head">
        <p className={`order-status order-status-${tone}`}>
          <Icon name={icon} />
          {formatMessage(messages[message], { amount: formatAmount(order.refundedAmount) })}
        </p>
        <p className="muted small">
          {messages.ordered} <time dateTime={date.toISOString()}>{momentIn(locale, order.createdAtMs)}</time>
        </p>
        {reason && <p>{messages[reason]}</p>}
        <LastFailure order={order} />
      </header>
      <OrderLines lines={order.lines} />
      <p className="sum">
        <span className="muted">{messages.total}</span>
        <Amount amount={order.amount} />
      </p>
      {order.resumable && (
        <p className="order-resume">
          <ResumeButton order={order} />
        </p>
      )}
      {canTryAgain && (
        <p className="order-resume">
          <button type="button" className="button button-secondary" onClick={() => navigate('/cart')}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {order.receipt && <PaidTo />}
      <ReceiptLines order={order} />
      <OrderNumber merchantOrderId={order.merchantOrderId} />
      <RefundLines order={order} />
      {order.receipt && <PrintReceipt />}
    </article>
  )
}
