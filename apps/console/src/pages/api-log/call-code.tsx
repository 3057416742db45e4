import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { call as ask } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useAbout } from '../../api/use-about.ts'
import { callCode } from '../../code/call-code.ts'
import type { KnownFacts } from '../../code/call-input.ts'
import { curlOf, tokenCurl } from '../../code/curl.ts'
import { targetOf } from '../../code/target.ts'
import { CodeBlock } from '../../ui/code-block.tsx'

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
