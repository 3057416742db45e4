import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from '../../api/browser.ts'
import { consoleApi, session } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys, useAbout } from '../../api/queries.ts'
import { Button, buttonClass, Field } from '../../components/controls.tsx'
import { Dialog, DialogForm, showToast } from '../../components/dialog.tsx'
import { OthersText } from '../../components/others-text.tsx'
import { DescriptionList, Detail, ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { approvalEnglish } from './english.ts'
import { REASON_LABELS } from './refund-reasons.ts'

const t = messages('refunds/approval', approvalEnglish)

type Decision = 'approve' | 'decline'

/** Shows the decision of a second person, open or made. */
export function RefundApprovalNote({ refund }: { refund: Refund }) {
  const [deciding, setDeciding] = useState<Decision>()
  const { user } = useStore(session)
  const { approval, requestedBy, state } = refund
  if (!approval) return null
  if (approval.state !== 'waiting' || state !== 'REQUESTED') return <Decided refund={refund} />
  // The provider reports it although nothing was sent: the review comes first, and the gateway refuses a decision.
  if (refund.needsReview) return null
  const isOwn = user?.name === requestedBy
  return (
    <Note tone="wait">
      <p>
        <strong>{t.title}</strong>{' '}
        {phrase(t.waits(<Person name={requestedBy} />, <Time atMs={approval.untilMs} full planned />))}
      </p>
      <Allowed to="POST /refunds/:merchantRefundId/approve">
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button small variant="primary" onClick={() => setDeciding('approve')}>
              {t.approve.open}
            </Button>
          )}
          <Button small onClick={() => setDeciding('decline')}>
            {(isOwn ? t.withdraw : t.decline).open}
          </Button>
        </div>
      </Allowed>
      {deciding && (
        <DecideDialog refund={refund} decision={deciding} isOwn={isOwn} onClose={() => setDeciding(undefined)} />
      )}
    </Note>
  )
}

/** The name of a person, as far as it is known. */
const Person = ({ name }: { name: string | undefined }) =>
  name === undefined ? t.somebody : <OthersText>{name}</OthersText>

function Decided({ refund: { approval, requestedBy } }: { refund: Refund }) {
  const { state, decidedBy, decidedAtMs, note } = approval ?? {}
  if (state === undefined || state === 'waiting') return null
  const who = <Person name={requestedBy} />
  const decided = () =>
    t[state === 'approved' ? 'approved' : 'declined'](
      who,
      <Person name={decidedBy} />,
      decidedAtMs === undefined ? undefined : <Time atMs={decidedAtMs} full />,
    )
  return (
    <Note tone={state === 'approved' ? 'good' : 'neutral'}>
      <p>{phrase(state === 'expired' ? t.expired(who) : decided())}</p>
      {note && (
        <p translate="no" className="text-sm wrap-anywhere">
          “{note}”
        </p>
      )}
    </Note>
  )
}

interface DecideDialogProps {
  refund: Refund
  decision: Decision
  isOwn: boolean
  onClose(): void
}

function DecideDialog({ refund, decision, isOwn, onClose }: DecideDialogProps) {
  const { merchantRefundId, merchantOrderId, amount, requestedBy, reason, note: wish } = refund
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const isMissing = decision === 'decline' && note.trim() === ''
  const refresh = () => {
    for (const queryKey of [queryKeys.refund(merchantRefundId), queryKeys.order(merchantOrderId), queryKeys.toApprove])
      void client.invalidateQueries({ queryKey })
  }
  const decide = useMutation({
    mutationFn: () =>
      consoleApi(`POST /refunds/:merchantRefundId/${decision}`, {
        params: { merchantRefundId },
        body: note.trim() === '' ? {} : { note: note.trim() },
      }),
    onSuccess(decided) {
      client.setQueryData(queryKeys.refund(merchantRefundId), decided)
      refresh()
      showToast(decision === 'approve' ? t.approve.done : t.refuse.done)
      onClose()
    },
    onError: refresh,
  })
  const refusal = isOwn ? t.withdraw : t.decline
  return (
    <Dialog open onClose={onClose} title={(decision === 'approve' ? t.approve : refusal).title}>
      <DialogForm
        action={decision === 'approve' ? t.approve.action(amountText(amount)) : refusal.action}
        busy={decide.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) decide.mutate()
        }}
      >
        <p className="wrap-anywhere">
          {decision === 'approve'
            ? t.approve.effect(amountText(amount), merchantOrderId)
            : t.refuse.effect(amountText(amount))}
        </p>
        <DescriptionList>
          <Detail name={t.fields.by}>{requestedBy && <OthersText>{requestedBy}</OthersText>}</Detail>
          <Detail name={t.fields.reason}>{reason && REASON_LABELS[reason]}</Detail>
          <Detail name={t.fields.note}>{wish && <OthersText>{wish}</OthersText>}</Detail>
        </DescriptionList>
        <Field
          label={decision === 'approve' ? t.approve.note : t.refuse.note}
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          error={submitted && isMissing ? t.missing : undefined}
        />
        {decide.error && <ErrorNote error={decide.error} what={t.failed} />}
      </DialogForm>
    </Dialog>
  )
}

/** Explains approvals: their purpose, the amount from which they are needed, and where to set this amount. */
export function AboutApproval() {
  const { data: about } = useAbout()
  if (!about) return null
  const { approvalAbove } = about.refunds
  const option = <code translate="no">refundControls.approvalAbove</code>
  const creator = <code translate="no">createGateway</code>
  const variable = <code translate="no">GALLA_REFUND_APPROVAL_ABOVE</code>
  const command = <code translate="no">galla gateway</code>
  return (
    <>
      <p>
        {phrase(
          approvalAbove === undefined
            ? t.about.noLimit(option, creator, variable, command)
            : t.about.limit(amountText(approvalAbove), option, creator, variable),
        )}
      </p>
      <Allowed to="POST /users">
        <Link to="/users" className={buttonClass()}>
          {t.about.invite}
        </Link>
      </Allowed>
    </>
  )
}
