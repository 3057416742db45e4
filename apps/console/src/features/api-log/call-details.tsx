import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail, Note } from '../../components/page.tsx'
import { OrderLink, RefundLink, StateBadge, Time } from '../../components/records.tsx'
import { durationText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { endpointLabel, errorKindLabel, outcomeMessage } from '../../i18n/terms.ts'
import { explainCallFailure } from './call-messages.ts'
import { callEnglish } from './english.ts'

const t = messages('api-log/call', callEnglish)

/** One logged API call with its request and response. */
export function CallDetails({ call }: { call: ApiCallDetail }) {
  const { endpoint, method, path, attempts, httpStatus, tookMs, errorKind, outcome, merchantOrderId } = call
  const { merchantRefundId, request, response } = call
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        {endpointLabel(endpoint)}
        <span className="text-base">
          <StateBadge kind="call" state={outcome ?? (errorKind === undefined ? 'ok' : 'unknown')} />
        </span>
      </p>
      {errorKind !== undefined && <CallError call={call} errorKind={errorKind} />}
      <DescriptionList>
        <Detail name={t.request}>
          <code translate="no" className="font-mono text-xs">
            {method} {path}
          </code>
        </Detail>
        <Detail name={t.when}>
          <Time atMs={call.atMs} full />
        </Detail>
        <Detail name={t.status}>{httpStatus === undefined ? t.noResponse : String(httpStatus)}</Detail>
        <Detail name={t.duration}>{tookMs === undefined ? undefined : durationText(tookMs)}</Detail>
        <Detail name={t.attempts}>{attempts > 1 && String(attempts)}</Detail>
        <Detail name={t.order}>{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
        <Detail name={t.refund}>{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
      </DescriptionList>
      <div className="mt-4 grid grid-cols-1 gap-3">
        <Body name={t.requestBody} value={request} />
        <Body name={t.responseBody} value={response} />
      </div>
    </>
  )
}

/** A logged body. It was masked before it was stored, so it has nothing to reveal. */
function Body({ name, value }: { name: string; value: unknown }) {
  if (value === undefined) return null
  return <JsonView label={name} value={value} />
}

function CallError({ call, errorKind }: { call: ApiCallDetail; errorKind: string }) {
  const { outcome, code, message, method } = call
  // A GET changes nothing, so its outcome does not matter.
  const effect = outcome === undefined || method === 'GET' ? undefined : outcomeMessage(outcome)
  return (
    <Note tone={outcome === 'unknown' ? 'wait' : outcome === 'not-sent' ? 'neutral' : 'bad'}>
      <p>
        <strong>{errorKindLabel(errorKind)}.</strong> {explainCallFailure(errorKind, code)}
      </p>
      {effect !== undefined && <p>{effect}</p>}
      {(code ?? message) !== undefined && (
        <p className="font-mono text-xs">{[code, message].filter((part) => part !== undefined).join(': ')}</p>
      )}
    </Note>
  )
}
