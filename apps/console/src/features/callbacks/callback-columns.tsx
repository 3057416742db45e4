import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { Fragment } from 'react'
import { CallbackBadge, callbackState, SubjectLink, Time } from '../../components/records.tsx'
import { type Selected, SelectRow } from '../../components/selection.tsx'
import type { Column } from '../../components/table-row.tsx'
import { messages } from '../../i18n/messages.ts'
import { reportedKind } from '../../i18n/reported-kind.ts'
import { describeState } from '../../i18n/terms.ts'
import { callbackOutcome, diagnose } from './callback-messages.ts'
import { webhooksEnglish } from './english.ts'

const t = messages('callbacks/list', webhooksEnglish)

/** Columns of the callback list; a checkbox in each row selects it for a replay or a comparison. */
export function callbackColumns(
  selected: Selected,
  onSelect: (selected: Selected) => void,
): readonly Column<CallbackRecord>[] {
  return [
    {
      id: 'event',
      header: t.event,
      phone: 'head',
      width: 'minmax(18rem, 1.6fr)',
      lead: (row) => (
        <SelectRow id={row.callbackId} label={t.select(row.callbackId)} selected={selected} onSelect={onSelect} />
      ),
      cell: (row) => (row.verdict === 'refused' ? diagnose(row.reason).title : <EventName event={row.event} />),
    },
    {
      id: 'verdict',
      header: t.status,
      phone: 'end',
      width: '9rem',
      cell: (row) => <CallbackBadge callback={row} />,
    },
    { id: 'outcome', header: t.outcome, cell: outcomeText },
    { id: 'subject', header: t.subject, width: 'minmax(10rem, 1.2fr)', cell: (row) => <SubjectLink {...row} /> },
    { id: 'receivedAtMs', header: t.received, width: '7rem', cell: ({ receivedAtMs }) => <Time atMs={receivedAtMs} /> },
  ]
}

/** Returns the state that a processed callback reported; for another callback, the reason why it is not processed. */
function outcomeText(callback: CallbackRecord): string {
  const { event, state } = callback
  if (callbackState(callback) !== 'accepted' || callback.unknownEvent || state === undefined)
    return callbackOutcome(callback)
  const { label } = describeState(reportedKind(event), state)
  return t.reported(label)
}

/** The name of an event, with a line break allowed after each dot. */
function EventName({ event }: { event: string }) {
  return (
    <span translate="no">
      {event.split('.').map((part, at, parts) => (
        <Fragment key={parts.slice(0, at + 1).join('.')}>
          {part}
          {at < parts.length - 1 && (
            <>
              .<wbr />
            </>
          )}
        </Fragment>
      ))}
    </span>
  )
}
