import type { ApiCallDetail } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defined } from '../../api/browser.ts'
import { Allowed } from '../../api/permissions.tsx'
import { callQuery, orderQuery, refundQuery, useAbout } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { QueryView } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { TEST_TOOLS } from '../../shell/test-tools.ts'
import { callCode, type KnownValues } from '../code-samples/call-code.ts'
import { callCurl, tokenCurl } from '../code-samples/curl.ts'
import { sampleTarget } from '../code-samples/ts-source.ts'
import { CallDetails } from './call-details.tsx'
import { callEnglish } from './english.ts'

const t = messages('api-log/call', callEnglish)

/** One logged API call, with code that repeats it. */
export function CallDialog({ callId, onClose }: { callId: string; onClose(): void }) {
  const query = useQuery(callQuery(callId))
  return (
    <Dialog open onClose={onClose} title={t.title} wide>
      <QueryView query={query} what={t.what}>
        {(call) => (
          <div className="grid grid-cols-1 gap-6">
            <CallDetails call={call} />
            <CallCode call={call} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

function CallCode({ call }: { call: ApiCallDetail }) {
  const { data: about } = useAbout()
  const known = useKnownValues(call)
  if (!about) return null
  const target = sampleTarget(about)
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h3>{t.repeat}</h3>
        <p className="text-sm text-soft">{t.samples}</p>
        {about.sandbox && call.method === 'GET' && (
          <Allowed to="ALL /sandbox/*">
            <Link
              to={TEST_TOOLS.playground}
              search={{ mode: 'read', path: call.path }}
              className="text-brass underline underline-offset-4"
            >
              {t.playground}
            </Link>
          </Allowed>
        )}
      </div>
      <CodeBlock label={t.curl} code={callCurl(call, target, known)} />
      <CodeBlock label={t.sdk} code={callCode(call, target, known)} />
      {call.endpoint !== 'token' && (
        <details>
          <summary className="min-h-10 content-center text-brass">{t.token}</summary>
          <div className="pt-2">
            <CodeBlock label={t.tokenFor} code={tokenCurl(target)} />
          </div>
        </details>
      )}
    </section>
  )
}

/** Values that the log does not contain: the order's amount and payment mode, the refund's order. */
function useKnownValues({ merchantOrderId, merchantRefundId }: ApiCallDetail): KnownValues {
  const { data: refund } = useQuery({
    ...refundQuery(merchantRefundId ?? ''),
    enabled: merchantRefundId !== undefined,
    retry: false,
  })
  const { data: story } = useQuery({
    ...orderQuery(merchantOrderId ?? ''),
    enabled: merchantOrderId !== undefined && merchantRefundId === undefined,
    retry: false,
  })
  if (refund) return { amount: refund.amount, originalMerchantOrderId: refund.merchantOrderId }
  if (!story) return {}
  const { amount, paymentMode } = story.order
  return defined({ amount, paymentMode })
}
