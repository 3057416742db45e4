import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { call as ask, call } from '../../api/client.ts'
import { keys, useAbout } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { callCode, type KnownFacts } from '../code-samples/call-code.ts'
import { curlOf, tokenCurl } from '../code-samples/curl.ts'
import { targetOf } from '../code-samples/ts-source.ts'
import { CallFacts } from './call-details.tsx'

/** One call: what was asked, what came back, what that means, and the way to do it again by hand. */
export function CallDialog({ callId, onClose }: { callId: string; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.apiCall(callId),
    queryFn: ({ signal }) => call('GET /calls/:callId', { params: { callId }, signal }),
    // What was written down does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog open onClose={onClose} title="Call to the provider" wide>
      {data ? (
        <div className="grid grid-cols-1 gap-6">
          <CallFacts call={data} />
          <CallCode call={data} />
        </div>
      ) : error ? (
        <ErrorNote error={error} what="This call could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the call" />
      )}
    </Dialog>
  )
}

/** The call as text to take along: for a shell, and for a program. */
export function CallCode({ call }: { call: ApiCallDetail }) {
  const { data: about } = useAbout()
  const known = useKnownFacts(call)
  if (!about) return null
  const target = targetOf(about)
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h3>Do it again by hand</h3>
        <p className="text-sm text-soft">
          The log keeps no headers, and of what was said no secret and no card. Ids are the call’s, amounts the books’;
          everything else is an example and says so.
        </p>
      </div>
      <CodeBlock label="As curl" code={curlOf(call, target, known)} />
      <CodeBlock label="As code for @galla/sdk" code={callCode(call, target, known)} />
      {call.endpoint !== 'token' && (
        <details>
          <summary className="min-h-10 content-center text-brass">How the token comes into the shell</summary>
          <div className="pt-2">
            <CodeBlock label="A token for $GALLA_TOKEN" code={tokenCurl(target)} />
          </div>
        </details>
      )}
    </section>
  )
}

/** What the books know and the log does not: the order's amount, the refund's order. */
function useKnownFacts({ merchantOrderId, merchantRefundId }: ApiCallDetail): KnownFacts {
  const refund = useQuery({
    queryKey: keys.refund(merchantRefundId ?? ''),
    queryFn: ({ signal }) =>
      ask('GET /refunds/:merchantRefundId', { params: { merchantRefundId: merchantRefundId ?? '' }, signal }),
    enabled: merchantRefundId !== undefined,
    retry: false,
  }).data
  const story = useQuery({
    queryKey: keys.order(merchantOrderId ?? ''),
    queryFn: ({ signal }) =>
      ask('GET /orders/:merchantOrderId', { params: { merchantOrderId: merchantOrderId ?? '' }, signal }),
    enabled: merchantOrderId !== undefined && merchantRefundId === undefined,
    retry: false,
  }).data
  if (refund) return { amount: refund.amount, originalMerchantOrderId: refund.merchantOrderId }
  if (!story) return {}
  const { amount, paymentMode } = story.order
  return paymentMode === undefined ? { amount } : { amount, paymentMode }
}
