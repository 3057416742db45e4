import type { About } from '@galla/contract/gateway-api/console-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useNow, useStore } from '../../api/browser.ts'
import { ApiError, consoleApi } from '../../api/client.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { orderQuery, queryKeys, useAbout } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { CopyText } from '../../components/copy.tsx'
import { showToast } from '../../components/dialog.tsx'
import { ErrorNote, QueryView } from '../../components/page.tsx'
import { Amount, OrderBadge, refundState, StateBadge, StateIcon, TONE_CLASSES } from '../../components/records.tsx'
import { secondsText } from '../../i18n/format.ts'
import { resultOf } from '../orders/result-messages.ts'
import { TimelineList } from '../orders/timeline-list.tsx'
import { GUIDE_STEPS, type GuideStep, guideProgress, hideGuide, type StepRun, saveRun } from './progress.ts'
import { entriesOf, failedDelivery, half, isDone, runStep, stepText, testSource } from './steps.ts'

/** Cases that a shop meets: each is one press, with what really happened and the test that shows it. */
export function Guide() {
  const { runs } = useStore(guideProgress)
  // The step that was run last stays open when it is done; the others fold, so that the page below stays near.
  const [latest, setLatest] = useState<GuideStep>()
  const isComplete = GUIDE_STEPS.every((step) => runs[step] !== undefined)
  const hide = () => {
    hideGuide()
    document.getElementById('main')?.focus()
    showToast('The guide is hidden. Guide in the navigation, on a phone under More, opens it again.')
  }
  return (
    <section aria-labelledby="guide" className="mb-10 rounded-edge border border-rule-strong bg-sheet">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 lg:px-6">
        <div className="max-w-prose">
          <h2 id="guide" className="text-lg">
            Getting started
          </h2>
          <p className="text-soft">
            Eight cases that every shop meets, in the sandbox: no money moves. See what really happens, and take the
            test of it along. Each step can be repeated.
          </p>
        </div>
        <Button small onClick={hide}>
          Hide this guide
        </Button>
      </div>
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
            <Link to="/playground" className="text-brass underline underline-offset-4">
              Open the playground
            </Link>
          </p>
        </div>
      )}
    </section>
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
    <li className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-rule p-4 lg:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid content-start gap-2">
        <h3 className="flex items-center gap-2 text-base">
          <span className={done ? TONE_CLASSES.good : TONE_CLASSES.neutral}>
            <StateIcon icon={done ? 'check' : 'ring'} />
          </span>
          {number}. {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
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
                  <Link to="/sandbox" search={{ tab: 'faults' }} className="text-brass underline underline-offset-2">
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
  const { pay } = useStore(guideProgress).runs
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
