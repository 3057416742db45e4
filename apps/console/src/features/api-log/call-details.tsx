import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { Facts, Note } from '../../components/page.tsx'
import { JsonView, OrderLink, RefundLink, StateMark, Time } from '../../components/records.tsx'
import { durationText } from '../../i18n/format.ts'
import { endpointWords, errorWords, outcomeWords } from '../../i18n/terms.ts'

export function CallFacts({ call }: { call: ApiCallDetail }) {
  const { endpoint, method, path, attempts, httpStatus, tookMs, errorKind, outcome, merchantOrderId } = call
  const { merchantRefundId } = call
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        {endpointWords(endpoint)}
        <span className="text-base">
          <StateMark kind="call" state={errorKind === undefined ? 'ok' : (outcome ?? 'unknown')} />
        </span>
      </p>
      {errorKind !== undefined && <Failure call={call} errorKind={errorKind} />}
      <Facts
        rows={[
          [
            'Request',
            <code key="request" className="font-mono text-xs">
              {method} {path}
            </code>,
          ],
          ['When', <Time key="when" atMs={call.atMs} full />],
          ['Status', httpStatus === undefined ? 'No answer came' : String(httpStatus)],
          tookMs === undefined ? undefined : ['Took', durationText(tookMs)],
          attempts > 1 ? ['Attempts', String(attempts)] : undefined,
          merchantOrderId === undefined
            ? undefined
            : ['Order', <OrderLink key="order" merchantOrderId={merchantOrderId} />],
          merchantRefundId === undefined
            ? undefined
            : ['Refund', <RefundLink key="refund" merchantRefundId={merchantRefundId} />],
        ]}
      />
      <Said call={call} />
    </>
  )
}

/** What was said, as far as it was written down; it was masked before, so there is nothing to reveal. */
function Said({ call: { request, reply } }: { call: ApiCallDetail }) {
  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      {request !== undefined && (
        <section>
          <h3 className="mb-1 text-sm">What was asked</h3>
          <JsonView label="What was asked" value={request} />
        </section>
      )}
      {reply !== undefined && (
        <section>
          <h3 className="mb-1 text-sm">What was answered</h3>
          <JsonView label="What was answered" value={reply} />
        </section>
      )}
    </div>
  )
}

function Failure({ call, errorKind }: { call: ApiCallDetail; errorKind: string }) {
  const { outcome, explains, code, message, method } = call
  // A read that failed made nothing happen, whatever became of it.
  const happened = outcome === undefined || method === 'GET' ? undefined : outcomeWords(outcome)
  return (
    <Note tone={outcome === 'unknown' ? 'wait' : outcome === 'not-sent' ? 'neutral' : 'bad'}>
      <p>
        <strong>{errorWords(errorKind)}.</strong> {explains}
      </p>
      {happened !== undefined && <p>{happened}</p>}
      {(code ?? message) !== undefined && (
        <p className="font-mono text-xs">{[code, message].filter((part) => part !== undefined).join(': ')}</p>
      )}
    </Note>
  )
}
