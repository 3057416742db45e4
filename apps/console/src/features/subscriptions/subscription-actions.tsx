import type { SubscriptionStory } from '@galla/contract/gateway-api/console-subscriptions'
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
import { dayText, startOfDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { actionsEnglish } from './english.ts'
import { permittedActions, type SubscriptionAction } from './permitted-actions.ts'

const t = messages('subscriptions/actions', actionsEnglish)

interface ActionProps {
  story: SubscriptionStory
  onClose(): void
}

/** Pause, resume, leave a period out, and cancel: those that the state permits. */
export function SubscriptionActions({ story }: { story: SubscriptionStory }) {
  const [opened, setOpened] = useState<SubscriptionAction>()
  const actions = permittedActions(story.subscription)
  const props = { story, onClose: () => setOpened(undefined) }
  return (
    <Allowed to="POST /plan-subscriptions/:subscriptionId/pause">
      {actions.map((action) => (
        <Button key={action} onClick={() => setOpened(action)}>
          {t[action].open}
        </Button>
      ))}
      {opened === 'pause' && <PauseDialog {...props} />}
      {(opened === 'resume' || opened === 'skip') && <ConfirmChange action={opened} {...props} />}
      {opened === 'cancel' && <CancelDialog {...props} />}
    </Allowed>
  )
}

/** Sends a change, then shows the subscription as the gateway answers. */
function useChange({ story, onClose }: ActionProps, done: string) {
  const { subscriptionId } = story.subscription
  const client = useQueryClient()
  return useMutation({
    mutationFn: (send: (params: { subscriptionId: string }) => Promise<SubscriptionStory>) => send({ subscriptionId }),
    onSuccess: (changed) => {
      client.setQueryData(queryKeys.planSubscription(subscriptionId), changed)
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
  const change = useChange(props, t.pause.done)
  const untilMs = startOfDate(parseDay(until, now) ?? '')
  const isWrong = until !== '' && (untilMs === undefined || untilMs <= now)
  return (
    <Dialog open onClose={props.onClose} title={t.pause.title}>
      <DialogForm
        action={t.pause.action}
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
        <p>{t.pause.text}</p>
        <DateField
          label={t.pause.until}
          value={until}
          onChange={setUntil}
          error={submitted && isWrong ? t.pause.wrong : undefined}
        />
        {change.error && <ErrorNote error={change.error} what={t.pause.failed} />}
      </DialogForm>
    </Dialog>
  )
}

/** Confirms a change that takes no values. */
function ConfirmChange({ action, ...props }: ActionProps & { action: 'resume' | 'skip' }) {
  const texts = t[action]
  const change = useChange(props, texts.done)
  return (
    <Confirm
      open
      title={texts.title}
      action={texts.action}
      busy={change.isPending}
      onClose={props.onClose}
      onConfirm={() =>
        change.mutate((params) =>
          action === 'skip'
            ? consoleApi('POST /plan-subscriptions/:subscriptionId/skip', {
                params,
                body: defined({ cycle: props.story.subscription.nextDebit?.cycle }),
              })
            : consoleApi('POST /plan-subscriptions/:subscriptionId/resume', { params }),
        )
      }
      error={change.error && <ErrorNote error={change.error} what={texts.failed} />}
    >
      <p>{texts.text}</p>
    </Confirm>
  )
}

type Ending = 'cycle-end' | 'now'

const lastDay = (endsAtMs: number): string => dayText(endsAtMs - 1)

/** Asks for the end of the subscription. A choice is offered only while the payer has paid time left. */
function CancelDialog(props: ActionProps) {
  const { subscription, wouldEndAtMs, isDebitUnderWay } = props.story
  const { cancel } = subscription
  const [at, setAt] = useState<Ending>(wouldEndAtMs === undefined ? 'now' : 'cycle-end')
  const change = useChange(props, t.cancel.done)
  return (
    <Dialog open onClose={props.onClose} title={t.cancel.title}>
      <DialogForm
        action={t.cancel.action}
        dismiss={t.cancel.dismiss}
        variant="danger"
        busy={change.isPending}
        onClose={props.onClose}
        onSubmit={() =>
          change.mutate((params) =>
            consoleApi('POST /plan-subscriptions/:subscriptionId/cancel', { params, body: { at } }),
          )
        }
      >
        <p>{t.cancel.text}</p>
        {isDebitUnderWay && <p>{t.cancel.underWay}</p>}
        {cancel?.endsAtMs !== undefined && <p>{t.cancel.ends.already(lastDay(cancel.endsAtMs))}</p>}
        {!cancel && wouldEndAtMs === undefined && <p>{t.cancel.ends.unpaid}</p>}
        {wouldEndAtMs !== undefined && (
          <Select
            label={t.cancel.ends.label}
            value={at}
            onChange={(next: Ending) => setAt(next)}
            options={[
              { value: 'cycle-end', label: t.cancel.ends.after(lastDay(wouldEndAtMs)) },
              { value: 'now', label: t.cancel.ends.now },
            ]}
          />
        )}
        {change.error && <ErrorNote error={change.error} what={t.cancel.failed} />}
      </DialogForm>
    </Dialog>
  )
}
