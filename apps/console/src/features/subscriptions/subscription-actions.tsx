import type { ListedSubscription, SubscriptionStory } from '@galla/contract/gateway-api/console-subscriptions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defined, useNow } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button, Select } from '../../components/controls.tsx'
import { DateField } from '../../components/date-field.tsx'
import { parseDay } from '../../components/date-span.ts'
import { Confirm, Dialog, DialogForm, showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { startOfDate } from '../../i18n/format.ts'
import { permittedActions, type SubscriptionAction } from './permitted-actions.ts'

interface ActionProps {
  subscription: ListedSubscription
  onClose(): void
}

/** Pause, resume, leave a period out, and cancel: those that the state permits. */
export function SubscriptionActions({ subscription }: { subscription: ListedSubscription }) {
  const [opened, setOpened] = useState<SubscriptionAction>()
  const actions = permittedActions(subscription)
  const props = { subscription, onClose: () => setOpened(undefined) }
  return (
    <Allowed to="POST /plan-subscriptions/:subscriptionId/pause">
      {actions.map((action) => (
        <Button key={action} onClick={() => setOpened(action)}>
          {LABELS[action]}
        </Button>
      ))}
      {opened === 'pause' && <PauseDialog {...props} />}
      {opened === 'resume' && <ResumeDialog {...props} />}
      {opened === 'skip' && <SkipDialog {...props} />}
      {opened === 'cancel' && <CancelDialog {...props} />}
    </Allowed>
  )
}

const LABELS: { readonly [Action in SubscriptionAction]: string } = {
  pause: 'Pause…',
  resume: 'Resume…',
  skip: 'Leave a period out…',
  cancel: 'Cancel…',
}

/** Sends a change, then shows the subscription as the gateway answers. */
function useChange({ subscription: { subscriptionId }, onClose }: ActionProps, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (send: (params: { subscriptionId: string }) => Promise<SubscriptionStory>) => send({ subscriptionId }),
    onSuccess: (story) => {
      client.setQueryData(queryKeys.planSubscription(subscriptionId), story)
      void client.invalidateQueries({ queryKey: queryKeys.comingDebits })
      showToast(done, 'good')
      onClose()
    },
  })
}

function PauseDialog(props: ActionProps) {
  const now = useNow()
  const [until, setUntil] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const change = useChange(props, 'The subscription is paused.')
  const untilMs = startOfDate(parseDay(until, now) ?? '')
  const isWrong = until !== '' && (untilMs === undefined || untilMs <= now)
  return (
    <Dialog open onClose={props.onClose} title="Pause the subscription">
      <DialogForm
        action="Pause"
        busy={change.isPending}
        onClose={props.onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (isWrong) return
          change.mutate((params) =>
            consoleApi('POST /plan-subscriptions/:subscriptionId/pause', { params, body: defined({ untilMs }) }),
          )
        }}
      >
        <p>Nothing is announced or debited. The mandate stays. A debit that is under way may still succeed.</p>
        <DateField
          label="Until, if it ends by itself"
          value={until}
          onChange={setUntil}
          error={submitted && isWrong ? 'Choose a day after today.' : undefined}
        />
        {change.error && <ErrorNote error={change.error} what="The subscription was not paused." />}
      </DialogForm>
    </Dialog>
  )
}

function ResumeDialog(props: ActionProps) {
  const change = useChange(props, 'The subscription goes on.')
  return (
    <Confirm
      open
      title="Resume the subscription"
      action="Resume"
      busy={change.isPending}
      onClose={props.onClose}
      onConfirm={() =>
        change.mutate((params) => consoleApi('POST /plan-subscriptions/:subscriptionId/resume', { params }))
      }
      error={change.error && <ErrorNote error={change.error} what="The subscription was not resumed." />}
    >
      <p>The next debit is announced to the payer. Periods that have passed are not collected.</p>
    </Confirm>
  )
}

function SkipDialog(props: ActionProps) {
  const change = useChange(props, 'The next unpaid period is left out.')
  return (
    <Confirm
      open
      title="Leave a period out"
      action="Leave it out"
      busy={change.isPending}
      onClose={props.onClose}
      onConfirm={() =>
        change.mutate((params) => consoleApi('POST /plan-subscriptions/:subscriptionId/skip', { params }))
      }
      error={change.error && <ErrorNote error={change.error} what="No period was left out." />}
    >
      <p>The next unpaid period is not debited. The period after it is debited as usual.</p>
    </Confirm>
  )
}

type Ending = 'cycle-end' | 'now'

const ENDS = [
  { value: 'cycle-end', label: 'With the period that is running' },
  { value: 'now', label: 'At once' },
] as const

function CancelDialog(props: ActionProps) {
  const [at, setAt] = useState<Ending>('cycle-end')
  const change = useChange(props, 'The subscription is cancelled.')
  return (
    <Dialog open onClose={props.onClose} title="Cancel the subscription">
      <DialogForm
        action="Cancel the subscription"
        variant="danger"
        busy={change.isPending}
        onClose={props.onClose}
        onSubmit={() =>
          change.mutate((params) =>
            consoleApi('POST /plan-subscriptions/:subscriptionId/cancel', { params, body: { at } }),
          )
        }
      >
        <p>
          Nothing more is debited, and the mandate is cancelled at the provider. Only the payer can approve a new one.
          Paid periods are not refunded.
        </p>
        <Select label="The subscription ends" value={at} onChange={(next: Ending) => setAt(next)} options={ENDS} />
        {change.error && <ErrorNote error={change.error} what="The subscription was not cancelled." />}
      </DialogForm>
    </Dialog>
  )
}
