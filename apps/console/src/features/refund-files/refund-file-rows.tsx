import type { RefundFileRow } from '@galla/contract/gateway-api/refund-files'
import { Button } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DescriptionList, Detail } from '../../components/page.tsx'
import { Amount, OrderLink, RefundLink, StateBadge } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { REASON_LABELS } from '../refunds/refund-reasons.ts'
import { rowState } from './refund-file-messages.ts'

const TONES = { good: 'text-good', wait: 'text-wait', bad: 'text-bad', neutral: '' } as const

/** Shows the result of a row in one word; with `full`, also in a sentence. */
function RowState({ row, full = false }: { row: RefundFileRow; full?: boolean }) {
  const { label, tone, why } = rowState(row)
  return (
    <span className={`font-strong ${TONES[tone]}`}>
      {label}
      {full && why !== undefined && <span className="block font-normal text-ink">{why}</span>}
    </span>
  )
}

export const ROW_COLUMNS: readonly Column<RefundFileRow>[] = [
  {
    id: 'line',
    header: 'Row',
    phone: 'head',
    width: '4rem',
    cell: ({ line }) => <span className="max-md:before:content-['Row_']">{line}</span>,
  },
  {
    id: 'merchantOrderId',
    header: 'Order',
    phone: 'line',
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ merchantOrderId }) => merchantOrderId !== undefined && <OrderLink merchantOrderId={merchantOrderId} />,
  },
  {
    id: 'paid',
    header: 'Paid',
    phone: 'line',
    align: 'end',
    width: '7.5rem',
    cell: ({ paid }) => paid !== undefined && <Amount paise={paid} />,
  },
  {
    id: 'refundable',
    header: 'Refundable',
    phone: 'line',
    align: 'end',
    width: '7.5rem',
    cell: ({ refundable }) => refundable !== undefined && <Amount paise={refundable} />,
  },
  {
    id: 'amount',
    header: 'Refund',
    phone: 'end',
    align: 'end',
    width: '7.5rem',
    cell: ({ amount }) => amount !== undefined && <Amount paise={amount} strong />,
  },
  { id: 'state', header: 'What happens', phone: 'line', width: '12rem', cell: (row) => <RowState row={row} /> },
  {
    id: 'refund',
    header: 'Refund’s state',
    phone: 'line',
    width: '8rem',
    cell: ({ state }) => state !== undefined && <StateBadge kind="refund" state={state} />,
  },
]

/** All that is known about a row. */
export function RowDialog({ row, onClose }: { row: RefundFileRow; onClose(): void }) {
  const { line, merchantOrderId, paid, refundable, amount, reason, note, merchantRefundId, state } = row
  return (
    <Dialog open onClose={onClose} title={`Row ${line}`}>
      <div className="grid gap-4">
        <p>
          <RowState row={row} full />
        </p>
        <DescriptionList>
          <Detail name="Order">{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
          <Detail name="Paid">{paid !== undefined && <Amount paise={paid} />}</Detail>
          <Detail name="Refundable then">{refundable !== undefined && <Amount paise={refundable} />}</Detail>
          <Detail name="Refund">{amount !== undefined && <Amount paise={amount} strong />}</Detail>
          <Detail name="Reason">{reason && REASON_LABELS[reason]}</Detail>
          <Detail name="Note">{note}</Detail>
          <Detail name="Refund’s state">{state && <StateBadge kind="refund" state={state} />}</Detail>
          <Detail name="Refund id">
            {merchantRefundId && (state ? <RefundLink merchantRefundId={merchantRefundId} /> : merchantRefundId)}
          </Detail>
        </DescriptionList>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
