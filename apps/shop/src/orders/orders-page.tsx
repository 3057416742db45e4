import { Amount, amountText, Icon } from '@galla/react/components'
import { useEffect, useState } from 'react'
import { Empty, Title } from '../components/layout.tsx'
import { fill, useSpoken, useWords } from '../i18n/i18n-provider.tsx'
import { arrival } from '../route.tsx'
import type { ShownOrder } from '../shop-api.ts'
import { Lines, OrderNumber } from './order-details.tsx'
import { standOf } from './order-status.ts'
import { useOrders } from './orders-provider.tsx'

/** Everything bought in this browser, and what became of it. */
export function OrdersPage() {
  const words = useWords()
  const { orders, lost, look } = useOrders()
  const [note] = useState(() => arrival()?.note)
  useEffect(look, [look])
  return (
    <div className="column">
      <Title>{words.orders}</Title>
      {note && (
        <p className="notice notice-wait" role="status">
          {words[note]}
        </p>
      )}
      {lost && (
        <p className="notice notice-wait" role="status">
          {words.ordersLost}{' '}
          <button type="button" className="link" onClick={look}>
            {words.tryAgain}
          </button>
        </p>
      )}
      {!orders && !lost && <p className="soft">{words.loading}</p>}
      {orders?.length === 0 && <Empty title={words.ordersEmpty} body={words.ordersEmptyBody} />}
      <ul className="orders">
        {orders?.map((order) => (
          <li key={order.merchantOrderId}>
            <PastOrder order={order} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PastOrder({ order }: { order: ShownOrder }) {
  const { words, language } = useSpoken()
  const { word, tone, icon } = standOf(order)
  const day = new Date(order.createdAtMs)
  const format = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
  return (
    <article className="order">
      <header className="order-head">
        <p className={`stand stand-${tone}`}>
          <Icon name={icon} />
          {fill(words[word], { amount: amountText(order.refundedAmount) })}
        </p>
        <p className="soft small">
          {words.ordered}{' '}
          <time dateTime={day.toISOString()}>{day.toLocaleString(language === 'hi' ? 'hi-IN' : 'en-IN', format)}</time>
        </p>
      </header>
      <Lines lines={order.lines} />
      <p className="sum">
        <span className="soft">{words.total}</span>
        <Amount amount={order.amount} />
      </p>
      <OrderNumber merchantOrderId={order.merchantOrderId} />
    </article>
  )
}
