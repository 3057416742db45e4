import type { Decision, ObservationKind } from '@galla/contract/gateway-api/decisions'
import { preciseText } from '../../../lib/when.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Facts } from '../../../ui/page.tsx'
import { CallbackLink } from '../../../ui/record-link.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'

const HEARD: { readonly [Kind in ObservationKind]: string } = {
  reply: 'Reply to our call',
  callback: 'Callback',
  status: 'Status read',
  redirect: 'The payer came back',
  clock: 'The clock',
  console: 'A person in the console',
  refund: 'A refund',
}

/** Which rule spoke, on what it had heard, and what it changed. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { rule, explains, from, to, observations, events: effects } = decision
  return (
    <Facts
      rows={[
        [
          'Rule',
          <span key="rule">
            <code className="font-mono text-xs">{rule}</code>
            <span className="block">{explains}</span>
          </span>,
        ],
        [
          'State',
          <span key="state" className="flex flex-wrap items-center gap-x-3">
            <StateMark kind="order" state={from} />
            {from === to ? (
              'stays'
            ) : (
              <>
                <span className="text-soft">then</span>
                <StateMark kind="order" state={to} />
              </>
            )}
          </span>,
        ],
        [
          'Heard',
          <ul key="heard" className="grid gap-1">
            {observations.map((heard) => (
              <li key={`${heard.kind} ${heard.atMs}`}>
                {heard.kind === 'callback' && heard.source !== undefined ? (
                  <CallbackLink callbackId={heard.source}>{`Callback ${heard.source}`}</CallbackLink>
                ) : (
                  HEARD[heard.kind]
                )}
                {heard.state !== undefined && `: ${heard.state}`}
                {heard.amount !== undefined && (
                  <>
                    , <Amount paise={heard.amount} />
                  </>
                )}{' '}
                <span className="text-sm text-soft tabular-nums">{preciseText(heard.atMs)}</span>
              </li>
            ))}
          </ul>,
        ],
        effects.length === 0
          ? undefined
          : [
              'Led to',
              <span key="effects" className="font-mono text-xs">
                {effects.join(', ')}
              </span>,
            ],
      ]}
    />
  )
}
