import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { Amount } from './amount.tsx'
import { CopyButton } from './copy-button.tsx'
import { TimeLeft } from './time-left.tsx'

/** What is being paid for, to whom, and how much: the bill that stays in view at every step. */
export function Summary({ known }: { known: Known }) {
  const words = useWords()
  const { merchantName, order } = known.view
  return (
    <header className="summary">
      <p className="soft small">{words.payTo}</p>
      <h1>{merchantName}</h1>
      {order.message && <p className="message">{order.message}</p>}
      <p className="due">
        <span className="soft small">{words.amountToPay}</span>
        <Amount amount={order.amount} total />
      </p>
      <dl className="facts small">
        <dt>{words.orderId}</dt>
        <dd>
          <code>{order.merchantOrderId}</code> <CopyButton text={order.merchantOrderId}>{words.copy}</CopyButton>
        </dd>
        <dt>{words.paymentId}</dt>
        <dd>
          <code>{order.orderId}</code>
        </dd>
        {order.state === 'PENDING' && (
          <>
            <dt>{words.timeLeft}</dt>
            <dd>
              <TimeLeft known={known} />
            </dd>
          </>
        )}
      </dl>
    </header>
  )
}
