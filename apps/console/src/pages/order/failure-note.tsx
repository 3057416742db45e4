import type { Order } from '@galla/contract/gateway-api/orders'
import { Link } from '@tanstack/react-router'
import { Note } from '../../ui/error-note.tsx'
import { explainFailure } from './words/failures.ts'

/** Why an order was not paid, and what to do about it. */
export function FailureNote({ order }: { order: Order }) {
  const { errorCode, detailedErrorCode, merchantOrderId } = order
  const { meaning, fix } = explainFailure(order)
  const codes = [errorCode, detailedErrorCode].filter((code) => code !== undefined)
  return (
    <Note tone="bad">
      <p>
        <strong>{meaning}</strong> {fix}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {codes.length > 0 && <code className="font-mono text-xs leading-6">{codes.join(' · ')}</code>}
        <Link to="/api-log" search={{ id: merchantOrderId }} className="underline underline-offset-4">
          Its calls
        </Link>
      </p>
    </Note>
  )
}
