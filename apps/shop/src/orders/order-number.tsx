import { CopyButton } from '@galla/react/components'
import { useWords } from '../words/use-words.tsx'

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
