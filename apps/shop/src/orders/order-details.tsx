import { Amount, CopyButton } from '@galla/react/components'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { amountOf, type Line } from '../products/catalogue.ts'

/** Products of an order with quantities and amounts. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  const messages = useMessages()
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.productId} className="line">
          <span>
            {messages[line.productId]} <span className="muted quantity">× {line.quantity}</span>
          </span>
          <Amount amount={amountOf(line)} />
        </li>
      ))}
    </ul>
  )
}

/** The order number, with a button to copy it. */
export function OrderNumber({ merchantOrderId }: { merchantOrderId: string }) {
  const messages = useMessages()
  return (
    <p className="order-number small">
      <span className="muted">{messages.orderId}</span>{' '}
      <span className="galla order-number-copy">
        <code>{merchantOrderId}</code>{' '}
        <CopyButton text={merchantOrderId} label={messages.copy} copied={messages.copied} />
      </span>
    </p>
  )
}
