import { Amount, CopyButton } from '@galla/react/components'
import { useWords } from '../i18n/i18n-provider.tsx'
import { amountOf, type Line } from '../products/catalogue.ts'

/** What was bought, a line each: how many, what, how much. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  const words = useWords()
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.productId} className="line">
          <span>
            {words[line.productId]} <span className="soft times">× {line.quantity}</span>
          </span>
          <Amount amount={amountOf(line)} />
        </li>
      ))}
    </ul>
  )
}

/** What to name when asking the shop about an order. */
export function OrderNumber({ merchantOrderId }: { merchantOrderId: string }) {
  const words = useWords()
  return (
    <p className="order-id small">
      <span className="soft">{words.orderId}</span>{' '}
      <span className="galla order-copy">
        <code>{merchantOrderId}</code> <CopyButton text={merchantOrderId} label={words.copy} copied={words.copied} />
      </span>
    </p>
  )
}
