import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { ListPage } from '../../components/list-page.tsx'
import { OrderLink, StateBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { AnsweredButton } from './answered-button.tsx'
import { DISPUTE_VIEWS, noDisputes } from './dispute-messages.ts'
import { disputesEnglish } from './english.ts'

const t = messages('disputes/disputes', disputesEnglish)

const idOf = ({ disputeKey }: Dispute) => disputeKey

const COLUMNS: readonly Column<Dispute>[] = [
  {
    id: 'dispute',
    header: t.columns.dispute,
    phone: 'head',
    width: 'minmax(11rem, 1fr)',
    cell: ({ disputeId }) => <span className="font-mono text-xs">{disputeId ?? t.withoutId}</span>,
  },
  {
    id: 'state',
    header: t.columns.state,
    phone: 'end',
    width: '11rem',
    cell: ({ state, needsAnswer, answeredAtMs }) => (
      <StateBadge kind="dispute" state={!needsAnswer && answeredAtMs !== undefined ? 'ANSWERED' : state} />
    ),
  },
  {
    id: 'order',
    header: t.columns.order,
    width: 'minmax(11rem, 1fr)',
    cell: ({ merchantOrderId }) => (merchantOrderId ? <OrderLink merchantOrderId={merchantOrderId} /> : '–'),
  },
  {
    id: 'updatedAtMs',
    header: t.columns.reported,
    width: '7rem',
    cell: ({ updatedAtMs }) => <Time atMs={updatedAtMs} />,
  },
  {
    id: 'answer',
    header: t.columns.answer,
    width: '10rem',
    cell: (dispute) =>
      dispute.needsAnswer ? (
        <AnsweredButton dispute={dispute} />
      ) : (
        dispute.answeredBy && phrase(t.by(<span translate="no">{dispute.answeredBy}</span>))
      ),
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
      title={t.title}
      aside={t.aside}
      views={{
        label: t.views.label,
        value: view,
        onChange: (next) => setSearch({ view: next }),
        options: DISPUTE_VIEWS,
      }}
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ callbackId }) => void navigate({ to: '/webhooks/$callbackId', params: { callbackId } })}
      nameOf={({ disputeId }) => t.open(disputeId)}
      hrefOf={({ callbackId }) => consoleUrl(`webhooks/${callbackId}`)}
      empty={noDisputes(view)}
    />
  )
}
