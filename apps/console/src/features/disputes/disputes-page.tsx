import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { ListPage } from '../../components/list-page.tsx'
import { OrderLink, StateBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { AnsweredButton } from './answered-button.tsx'
import { DISPUTE_VIEWS, noDisputes } from './dispute-messages.ts'

const idOf = ({ disputeKey }: Dispute) => disputeKey

const COLUMNS: readonly Column<Dispute>[] = [
  {
    id: 'dispute',
    header: 'Dispute',
    phone: 'head',
    width: 'minmax(11rem, 1fr)',
    cell: ({ disputeId }) => <span className="font-mono text-xs">{disputeId ?? 'Without an id'}</span>,
  },
  {
    id: 'state',
    header: 'State',
    phone: 'end',
    width: '11rem',
    cell: ({ state, needsAnswer, answeredAtMs }) => (
      <StateBadge kind="dispute" state={!needsAnswer && answeredAtMs !== undefined ? 'ANSWERED' : state} />
    ),
  },
  {
    id: 'order',
    header: 'Order',
    width: 'minmax(11rem, 1fr)',
    cell: ({ merchantOrderId }) => (merchantOrderId ? <OrderLink merchantOrderId={merchantOrderId} /> : '–'),
  },
  { id: 'updatedAtMs', header: 'Reported', width: '7rem', cell: ({ updatedAtMs }) => <Time atMs={updatedAtMs} /> },
  {
    id: 'answer',
    header: 'Answer',
    width: '10rem',
    cell: (dispute) =>
      dispute.needsAnswer ? <AnsweredButton dispute={dispute} /> : dispute.answeredBy && `by ${dispute.answeredBy}`,
  },
]

/** Disputes (chargebacks) of payments, as far as the provider's events tell. */
export function DisputesPage() {
  const { view = '' } = useSearch({ from: '/disputes' })
  const setSearch = useSetSearch<{ view: string }>()
  const navigate = useNavigate()
  const list = useKeysetList(
    queryKeys.disputes({ view }),
    ({ after, signal }) =>
      consoleApi('GET /disputes', { query: { needsAnswer: view === 'open' ? 'true' : undefined, after }, signal }),
    idOf,
  )
  return (
    <ListPage
      title="Disputes"
      aside="Answered in the PhonePe Business dashboard"
      views={{ label: 'State', value: view, onChange: (next) => setSearch({ view: next }), options: DISPUTE_VIEWS }}
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ callbackId }) => void navigate({ to: '/webhooks/$callbackId', params: { callbackId } })}
      nameOf={({ disputeId = 'without an id' }) => `Open the webhook of dispute ${disputeId}`}
      hrefOf={({ callbackId }) => consoleUrl(`webhooks/${callbackId}`)}
      empty={noDisputes(view)}
    />
  )
}
