import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../ui/amount.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { labelOf, readSaid } from './words.ts'

/** What both sides say of one thing, why they may, and whether repairing helps. */
export function Difference({ row, chosen, onToggle }: { row: Discrepancy; chosen: boolean; onToggle(): void }) {
  const { merchantOrderId, merchantRefundId, kind, ours, theirs, explains, repairable } = row
  const about = merchantRefundId ?? merchantOrderId
  const of = merchantRefundId === undefined ? 'order' : 'refund'
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-3">
      {repairable ? (
        <input
          type="checkbox"
          aria-label={`Repair ${about}`}
          checked={chosen}
          onChange={onToggle}
          className="mt-0.5 size-6 accent-brass"
        />
      ) : (
        <span />
      )}
      <div className="grid gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,2fr)]">
        <p className="min-w-0">
          <span className="block font-strong">{labelOf(kind)}</span>
          <Subject row={row} />
        </p>
        <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] content-start gap-x-2">
          <dt className="text-soft">Books</dt>
          <dd>
            <SaidBy of={of} text={ours} />
          </dd>
          <dt className="text-soft">Provider</dt>
          <dd>
            <SaidBy of={of} text={theirs} />
          </dd>
        </dl>
        <p className="wrap-anywhere">
          {explains}
          {!repairable && <span className="block text-sm text-soft">Cannot be repaired from here.</span>}
        </p>
      </div>
    </li>
  )
}

/** The order's page is there when the order is; a refund that can be taken in is of one that is. */
function Subject({ row: { kind, merchantOrderId, merchantRefundId, repairable } }: { row: Discrepancy }) {
  const known = kind !== 'missing-here' || repairable
  return (
    <>
      {known ? (
        <Link
          to="/orders/$merchantOrderId"
          params={{ merchantOrderId }}
          className="rounded-edge font-mono text-xs wrap-anywhere text-brass underline underline-offset-4"
        >
          {merchantOrderId}
        </Link>
      ) : (
        <span className="font-mono text-xs wrap-anywhere">{merchantOrderId}</span>
      )}
      {merchantRefundId !== undefined && (
        <span className="block text-sm text-soft">
          refund <span className="font-mono text-xs wrap-anywhere text-ink">{merchantRefundId}</span>
        </span>
      )}
    </>
  )
}

function SaidBy({ of, text }: { of: 'order' | 'refund'; text: string }) {
  const { state, amount, words } = readSaid(text)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {state !== undefined && <StateMark kind={of} state={state} />}
      {amount !== undefined && <Amount paise={amount} />}
      {words}
    </span>
  )
}
