import type { ApiCall, CallsQuery } from '@galla/contract/gateway-api/console-routes'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/query-keys.ts'
import { durationText } from '../../lib/when.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { OrderLink, RefundLink } from '../../ui/record-link.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { endpointWords } from './words/endpoints.ts'
import { errorWords } from './words/error-kinds.ts'

interface CallListProps {
  filters: CallsQuery
  filtered: boolean
  onOpen(callId: string): void
  onClear(): void
}

const idOf = ({ callId }: ApiCall) => callId

export function CallList({ filters, filtered, onOpen, onClear }: CallListProps) {
  const list = useKeysetList(
    keys.calls({ ...filters }),
    ({ after, signal }) => call('GET /calls', { query: { ...filters, after }, signal }),
    idOf,
  )
  return (
    <DataTable
      label="Calls to the provider"
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ callId }) => onOpen(callId)}
      nameOf={({ callId, endpoint }) => `Open call ${callId}, ${endpointWords(endpoint)}`}
      hrefOf={({ callId }) => under(`api-log?open=${callId}`)}
      empty={
        filtered ? (
          <Empty title="No call like that">
            <Button onClick={onClear}>Clear filters</Button>
          </Empty>
        ) : (
          <Empty title="No call yet">
            <p>
              Every call of the books to the provider is written down here for thirty days: no header, no card, no
              secret.
            </p>
          </Empty>
        )
      }
    />
  )
}

/** A failure tells its kind; a success needs no more than its mark. */
function Result({ row: { outcome, errorKind } }: { row: ApiCall }) {
  return <StateMark kind="call" state={errorKind === undefined ? 'ok' : (outcome ?? 'unknown')} />
}

const COLUMNS: readonly Column<ApiCall>[] = [
  {
    id: 'endpoint',
    header: 'Call',
    phone: 'head',
    width: 'minmax(13rem, 1.4fr)',
    cell: ({ endpoint }) => endpointWords(endpoint),
  },
  { id: 'result', header: 'Result', phone: 'end', width: '7rem', cell: (row) => <Result row={row} /> },
  {
    id: 'error',
    header: 'Status',
    width: 'minmax(9rem, 1fr)',
    cell: ({ httpStatus, errorKind }) =>
      [httpStatus, errorKind === undefined ? undefined : errorWords(errorKind)].filter(Boolean).join(' · ') || '–',
  },
  {
    id: 'subject',
    header: 'About',
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ merchantOrderId, merchantRefundId }) =>
      merchantRefundId ? (
        <RefundLink merchantRefundId={merchantRefundId} most={24} />
      ) : merchantOrderId ? (
        <OrderLink merchantOrderId={merchantOrderId} most={24} />
      ) : (
        '–'
      ),
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    phone: 'none',
    width: '5rem',
    cell: ({ tookMs }) => <span className="tabular-nums">{tookMs === undefined ? '–' : durationText(tookMs)}</span>,
  },
  { id: 'atMs', header: 'When', width: '7rem', cell: ({ atMs }) => <Time atMs={atMs} /> },
]
