import { useNow, useStore } from '@galla/console/api/browser.ts'
import { ApiError, consoleApi } from '@galla/console/api/client.ts'
import { useMayCall } from '@galla/console/api/permissions.tsx'
import { orderQuery, queryKeys, useAbout } from '@galla/console/api/queries.ts'
import { Button } from '@galla/console/components/controls.tsx'
import { CopyText } from '@galla/console/components/copy.tsx'
import { ErrorNote, PageFrame, QueryView } from '@galla/console/components/page.tsx'
import {
  Amount,
  OrderBadge,
  refundState,
  StateBadge,
  StateIcon,
  TONE_CLASSES,
} from '@galla/console/components/records.tsx'
import { secondsText } from '@galla/console/i18n/format.ts'
import { resultOf } from '@galla/console/orders/result-messages.ts'
import { TimelineList } from '@galla/console/orders/timeline-list.tsx'
import type { About } from '@galla/contract/gateway-api/console-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { GUIDE_STEPS, type GuideStep, guideRuns, type StepRun, saveRun } from './progress.ts'
import { entriesOf, failedDelivery, half, isDone, runStep, stepText, testSource } from './steps.ts'

/** Cases that a shop meets: each is one press, with what really happened and the test that shows it. */
export function GuidePage() {
  const runs = useStore(guideRuns)
  // The step that was run last stays open when it is done; the others fold, so that the next step stays near.
  const [latest, setLatest] = useState<GuideStep>()
  const isComplete = GUIDE_STEPS.every((step) => runs[step] !== undefined)
  return (
    <PageFrame title="Guide">
      <p className="mb-6 max-w-prose text-soft">
        Eight cases that every shop meets, in the sandbox: no money moves. See what really happens, and take the test of
        it along. Each step can be repeated.
      </p>
      <div className="rounded-edge border border-rule-strong bg-sheet">
        <ol>
          {GUIDE_STEPS.map((step, at) => (
            <Step
              key={step}
              step={step}
              number={at + 1}
              run={runs[step]}
              latest={step === latest}
              onRun={() => setLatest(step)}
            />
          ))}
        </ol>
        {isComplete && (
          <div className="grid gap-2 border-t border-rule p-4 lg:px-6">
            <p>
              <strong>These were all eight.</strong> Next, connect your shop: the playground shows each payment as code,
              and the copied tests run against your own.
            </p>
            <p>
              <Link to="/test-tools/playground" className="text-brass underline underline-offset-4">
                Open the playground
              </Link>
            </p>
          </div>
        )}
      </div>
    </PageFrame>
  )
}

/** Pauses between reads of an order that is not done: not every change of a delivery is a live event. */
const REFRESH_MS = 1_500

/** The order of a run; an order that is gone, as after a reset, ends the run. */
function useRun(step: GuideStep, run: StepRun | undefined) {
  const query = useQuery({
    ...orderQuery(run?.merchantOrderId ?? ''),
    enabled: run !== undefined,
    refetchInterval: ({ state: { data } }) => (run && data && !isDone(step, run, data) ? REFRESH_MS : false),
  })
  const { error } = query
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (isGone) saveRun(step, undefined)
  }, [isGone, step])
  return query
}

interface StepProps {
  step: GuideStep
  number: number
  run: StepRun | undefined
  /** It was run last. */
  latest: boolean
  onRun(): void
}

function Step({ step, number, run, latest, onRun }: StepProps) {
  const { data: { latePayment = 'refund' } = {} } = useAbout()
  const reason = useId()
  const { title, happens, yourShop, action } = stepText(step, latePayment)
  const query = useRun(step, run)
  const paid = usePaidOrder(step === 'refund')
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => runStep(step, (made) => saveRun(step, made), paid),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['order'] }),
        client.invalidateQueries({ queryKey: ['overview'] }),
        client.invalidateQueries({ queryKey: queryKeys.sandbox() }),
      ]),
  })
  const done = run !== undefined && query.data !== undefined && isDone(step, run, query.data)
  const obstacle = useObstacle(step, paid, latePayment)
  const [unfolded, setUnfolded] = useState(false)
  const isFolded = done && !latest && !unfolded
  const start = () => {
    onRun()
    make.mutate()
  }
  return (
    <li className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-rule p-4 first:border-t-0 lg:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid content-start gap-2">
        <h2 className="flex items-center gap-2 text-base">
          <span className={done ? TONE_CLASSES.good : TONE_CLASSES.neutral}>
            <StateIcon icon={done ? 'check' : 'ring'} />
          </span>
          {number}. {title}
          {done && <span className="sr-only"> (done)</span>}
        </h2>
        {done && !latest && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button small aria-expanded={!isFolded} onClick={() => setUnfolded(!unfolded)}>
              {isFolded ? 'Show' : 'Fold'}
              <span className="sr-only"> step {number}</span>
            </Button>
            {isFolded && (
              <>
                <span className="text-sm">
                  <OpenOrder title={title} merchantOrderId={run.merchantOrderId} />
                </span>
                <CopyText text={() => testSource(step)}>Copy as a Vitest test</CopyText>
              </>
            )}
          </div>
        )}
        {!isFolded && (
          <>
            <p>{happens}</p>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
              <Button
                variant={run ? 'secondary' : 'primary'}
                busy={make.isPending}
                disabled={obstacle !== undefined}
                aria-describedby={obstacle && reason}
                onClick={start}
              >
                {action}
              </Button>
              <CopyText text={() => testSource(step)}>Copy as a Vitest test</CopyText>
            </div>
            {obstacle !== undefined && (
              <p id={reason} className="text-sm text-soft">
                {obstacle}
              </p>
            )}
            {make.error && (
              <>
                <ErrorNote error={make.error} what={`The step “${title}” did not finish.`} onRetry={start} />
                <p className="text-sm text-soft">
                  If it fails again, look at the{' '}
                  <Link
                    to="/test-tools/sandbox"
                    search={{ tab: 'faults' }}
                    className="text-brass underline underline-offset-2"
                  >
                    faults of the sandbox
                  </Link>{' '}
                  and at{' '}
                  <Link to="/health" className="text-brass underline underline-offset-2">
                    Health
                  </Link>
                  .
                </p>
              </>
            )}
          </>
        )}
      </div>
      {!isFolded && (
        <div className="grid content-start gap-4 border-rule xl:border-l xl:pl-6">
          <p className="max-w-prose">
            <strong>Your shop:</strong> {yourShop}
          </p>
          {run && (
            <QueryView query={query} what="the order" lines={4}>
              {(story) => <RunProgress step={step} title={title} run={run} story={story} />}
            </QueryView>
          )}
        </div>
      )}
    </li>
  )
}

/** The order of the first step, if it is paid. */
function usePaidOrder(enabled: boolean): Order | undefined {
  const { pay } = useStore(guideRuns)
  const { data } = useQuery({ ...orderQuery(pay?.merchantOrderId ?? ''), enabled: enabled && pay !== undefined })
  return pay !== undefined && data?.order.state === 'COMPLETED' ? data.order : undefined
}

/** Why a step cannot be done now, and what to do first. */
function useObstacle(step: GuideStep, paid: Order | undefined, latePayment: About['latePayment']): string | undefined {
  const may = useMayCall()
  if (step === 'review' && latePayment === 'fulfil')
    return 'Your policy for late payments fulfils the order: there is no automatic refund that could fail.'
  if (step !== 'refund') return undefined
  if (!may('POST /orders/:merchantOrderId/refunds'))
    return 'Your role may not refund: a person with the role finance or admin does, on the page of the order of step 1.'
  if (!paid) return 'Do step 1 first.'
  return paid.refundableAmount < half(paid) ? 'Nothing is left to refund: do step 1 again.' : undefined
}

interface RunProgressProps {
  step: GuideStep
  title: string
  run: StepRun
  story: Parameters<typeof entriesOf>[2]
}

/** Shows the events so far, and the next step. */
function RunProgress({ step, title, run, story }: RunProgressProps) {
  const { order, refunds } = story
  const { merchantOrderId, nextPollAtMs } = order
  const refund = refunds.find((one) => one.merchantRefundId === run.merchantRefundId)
  const now = useNow()
  const may = useMayCall()
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } }),
    onSuccess: (story) => client.setQueryData(queryKeys.order(merchantOrderId), story),
  })
  const isOpen = order.state === 'PENDING' || order.state === 'CREATED'
  const { title: result, text, delivery } = resultOf(story, now, may)
  const failed = failedDelivery(step, run, story)
  return (
    <div className="grid content-start gap-3 border-t border-rule pt-4">
      <div role="status" className="grid gap-1">
        {step === 'refund' && refund ? (
          <Summary badge={<StateBadge kind="refund" state={refundState(refund)} />} amount={refund.amount}>
            {refund.state === 'COMPLETED'
              ? 'The provider has refunded it.'
              : 'The provider is asked until it is final.'}
          </Summary>
        ) : (
          <Summary badge={<OrderBadge order={order} />} amount={order.amount}>
            {isOpen && step === 'lost-webhook' ? 'The webhook was lost.' : `${result} ${text}`}
          </Summary>
        )}
      </div>
      <TimelineList
        label={`${title}: timeline`}
        entries={entriesOf(step, run, story)}
        order={order}
        {...(step === 'refund' ? {} : { createdAtMs: order.createdAtMs })}
      />
      {isOpen && nextPollAtMs !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          The next status poll is at {secondsText(nextPollAtMs)} IST.
          <Button small busy={check.isPending} onClick={() => check.mutate()}>
            Check status
          </Button>
        </p>
      )}
      {check.error && <ErrorNote error={check.error} what="The status was not checked." />}
      {failed !== undefined && (
        <p>
          {delivery === undefined &&
            (failed.state === 'failed'
              ? 'The delivery has failed. '
              : 'The handler failed; the next attempt follows by itself. ')}
          <Link
            to="/deliveries"
            search={{ open: failed.deliveryId }}
            className="text-brass underline underline-offset-4"
          >
            Open it and press Retry now
          </Link>
        </p>
      )}
      <p>
        <OpenOrder title={title} merchantOrderId={merchantOrderId} />
      </p>
    </div>
  )
}

function OpenOrder({ title, merchantOrderId }: { title: string; merchantOrderId: string }) {
  return (
    <Link
      to="/orders/$merchantOrderId"
      params={{ merchantOrderId }}
      className="text-brass underline underline-offset-4"
    >
      Open the order<span className="sr-only"> of step {title}</span>
    </Link>
  )
}

function Summary({ badge, amount, children }: { badge: ReactNode; amount: number; children: ReactNode }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 text-lg">
        {badge}
        <Amount paise={amount} strong />
      </p>
      <p className="text-sm text-soft">{children}</p>
    </>
  )
}
