import type { RefundFileRow } from '@galla/contract/gateway-api/refund-files'
import { Button } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OthersText } from '../../components/others-text.tsx'
import { DescriptionList, Detail } from '../../components/page.tsx'
import { Amount, OrderLink, RefundLink, StateBadge } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { messages } from '../../i18n/messages.ts'
import { REASON_LABELS } from '../refunds/refund-reasons.ts'
import { fileEnglish } from './english.ts'
import { rowState } from './refund-file-messages.ts'

const { columns, ...t } = messages('refund-files/file', fileEnglish)

const TONES = { good: 'text-good', wait: 'text-wait', bad: 'text-bad', neutral: '' } as const

/** Shows the result of a row in one word; with `full`, also in a sentence. */
function RowState({ row, full = false }: { row: RefundFileRow; full?: boolean }) {
  const { label, tone, why } = rowState(row)
  return (
    <span className={`font-strong ${TONES[tone]}`}>
      {label}
      {full && why !== undefined && (
        // The gateway answers in English.
        <span lang={why === row.message ? 'en' : undefined} className="block font-normal text-ink">
          {why}
        </span>
      )}
    </span>
  )
}

export const ROW_COLUMNS: readonly Column<RefundFileRow>[] = [
  {
    id: 'line',
    header: columns.row,
    phone: 'head',
    width: '4rem',
    cell: ({ line }) => (
      <span data-name={`${columns.row} `} className="max-md:before:content-[attr(data-name)]">
        {line}
      </span>
    ),
  },
  {
    id: 'merchantOrderId',
    header: columns.order,
    phone: 'line',
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ merchantOrderId }) => merchantOrderId !== undefined && <OrderLink merchantOrderId={merchantOrderId} />,
  },
  {
    id: 'paid',
    header: columns.paid,
    phone: 'line',
    align: 'end',
    width: '7.5rem',
    cell: ({ paid }) => paid !== undefined && <Amount paise={paid} />,
  },
  {
    id: 'refundable',
    header: columns.refundable,
    phone: 'line',
    align: 'end',
    width: '7.5rem',
    cell: ({ refundable }) => refundable !== undefined && <Amount paise={refundable} />,
  },
  {
    id: 'amount',
    header: columns.refund,
    phone: 'end',
    align: 'end',
    width: '7.5rem',
    cell: ({ amount }) => amount !== undefined && <Amount paise={amount} strong />,
  },
  { id: 'state', header: columns.happens, phone: 'line', width: '12rem', cell: (row) => <RowState row={row} /> },
  {
    id: 'refund',
    header: columns.state,
    phone: 'line',
    width: '8rem',
    cell: ({ state }) => state !== undefined && <StateBadge kind="refund" state={state} />,
  },
]

/** All that is known about a row. */
export function RowDialog({ row, onClose }: { row: RefundFileRow; onClose(): void }) {
  const { line, merchantOrderId, paid, refundable, amount, reason, note, merchantRefundId, state } = row
  return (
    <Dialog open onClose={onClose} title={t.row(line)}>
      <div className="grid gap-4">
        <p>
          <RowState row={row} full />
        </p>
        <DescriptionList>
          <Detail name={columns.order}>{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
          <Detail name={columns.paid}>{paid !== undefined && <Amount paise={paid} />}</Detail>
          <Detail name={columns.refundableThen}>{refundable !== undefined && <Amount paise={refundable} />}</Detail>
          <Detail name={columns.refund}>{amount !== undefined && <Amount paise={amount} strong />}</Detail>
          <Detail name={columns.reason}>{reason && REASON_LABELS[reason]}</Detail>
          <Detail name={columns.note}>{note && <OthersText>{note}</OthersText>}</Detail>
          <Detail name={columns.state}>{state && <StateBadge kind="refund" state={state} />}</Detail>
          <Detail name={columns.id}>
            {merchantRefundId && (state ? <RefundLink merchantRefundId={merchantRefundId} /> : merchantRefundId)}
          </Detail>
        </DescriptionList>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
