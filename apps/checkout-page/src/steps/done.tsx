import { Amount, networkName } from '@galla/react/components'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import type { Words } from '../words/en.ts'
import { useWords } from '../words/use-words.tsx'
import { GoBack } from './go-back.tsx'

const GO_BACK_SECONDS = 5

/** Paid: the receipt, and the way back. */
export function Done({ known }: { known: Known }) {
  const words = useWords()
  const { merchantName, order, attempt } = known.view
  const paidWith = attempt && instrumentText(words, attempt)
  return (
    <Step title={words.doneTitle} state="good" alone>
      <p>{words.doneTold(merchantName)}</p>
      <dl className="facts">
        <dt>{words.paidTo}</dt>
        <dd>{merchantName}</dd>
        <dt>{words.orderId}</dt>
        <dd>
          <code>{order.merchantOrderId}</code>
        </dd>
        {paidWith && (
          <>
            <dt>{words.paidWith}</dt>
            <dd>{paidWith}</dd>
          </>
        )}
        {attempt && (
          <>
            <dt>{words.transactionId}</dt>
            <dd>
              <code>{attempt.transactionId}</code>
            </dd>
          </>
        )}
        <dt className="facts-total">{words.amountPaid}</dt>
        <dd className="facts-total">
          <Amount amount={order.amount} total />
        </dd>
      </dl>
      <GoBack known={known} afterSeconds={GO_BACK_SECONDS} />
    </Step>
  )
}

function instrumentText(words: Words, attempt: NonNullable<Known['view']['attempt']>): string {
  if (attempt.card) return `${networkName(attempt.card.network)} •••• ${attempt.card.last4}`
  if (attempt.bankName) return attempt.bankName
  return attempt.type === 'NET_BANKING' ? words.netBanking : words.upi
}
