import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../api/browser.ts'
import { Allowed, useMayCall } from '../../api/permissions.tsx'
import { StateIcon, Time, TONE_CLASSES } from '../../components/records.tsx'
import { failureCode } from '../../i18n/failures.ts'
import { messages } from '../../i18n/messages.ts'
import { orderEnglish } from './english-order.ts'
import { resultOf, stepsOf } from './result-messages.ts'

const { result: t } = messages('orders/order', orderEnglish)

/** The result in one sentence. */
export function OrderResult({ story }: { story: OrderWithTimeline }) {
  const { order } = story
  const may = useMayCall()
  const { tone, icon, title, text, other, delivery } = resultOf(story, useNow(), may)
  const code = order.state === 'FAILED' ? failureCode(order) : ''
  return (
    <section aria-label={t.label} className="flex gap-3">
      <span className={`mt-1.5 ${TONE_CLASSES[tone]}`}>
        <StateIcon icon={icon} />
      </span>
      <div className="min-w-0">
        <p className="max-w-prose text-lg wrap-anywhere">
          <strong className={TONE_CLASSES[tone === 'neutral' ? 'neutral' : tone]}>{title}</strong> {text}
        </p>
        {delivery !== undefined && (
          <Allowed to="GET /deliveries/:deliveryId">
            <p>
              <Link to="/deliveries" search={{ open: delivery }} className="text-brass underline underline-offset-4">
                {may('POST /deliveries/:deliveryId/retry') ? t.deliveryToRetry : t.delivery}
              </Link>
            </p>
          </Allowed>
        )}
        {other !== undefined && (
          <p>
            <Link
              to="/orders/$merchantOrderId"
              params={{ merchantOrderId: other }}
              className="text-brass underline underline-offset-4"
            >
              {t.other}
            </Link>
          </p>
        )}
        {code !== '' && (
          <p className="flex flex-wrap gap-x-4 text-sm text-soft">
            <code translate="no" className="font-mono text-xs leading-6">
              {[...new Set([order.errorCode, order.detailedErrorCode])].filter((one) => one !== undefined).join(' · ')}
            </code>
            <Link to="/orders" search={{ failure: code }} className="underline underline-offset-4">
              {t.sameReason}
            </Link>
            <Allowed to="GET /calls">
              <Link to="/api-log" search={{ id: order.merchantOrderId }} className="underline underline-offset-4">
                {t.calls}
              </Link>
            </Allowed>
          </p>
        )}
      </div>
    </section>
  )
}

/** The four steps to the result. */
export function OrderSteps({ story }: { story: OrderWithTimeline }) {
  return (
    <ol aria-label={t.steps} className="mb-8 grid gap-x-4 gap-y-3 sm:grid-cols-4">
      {stepsOf(story).map(({ label, tone, icon, atMs }) => (
        <li
          key={label}
          className={`flex gap-2 border-rule-strong pl-0 max-sm:items-center sm:flex-col sm:border-t-2 sm:pt-2 ${tone === 'good' ? 'sm:border-t-good' : tone === 'bad' ? 'sm:border-t-bad' : ''}`}
        >
          <span className={`flex items-center gap-2 ${TONE_CLASSES[tone]}`}>
            <StateIcon icon={icon} />
            {label}
          </span>
          <span className="text-sm text-soft">{atMs !== undefined && <Time atMs={atMs} />}</span>
        </li>
      ))}
    </ol>
  )
}
