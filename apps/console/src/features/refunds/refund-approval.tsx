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
import { DescriptionList, Detail, ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { REASON_LABELS } from './refund-reasons.ts'

type Decision = 'approve' | 'decline'

/** Shows the decision of a second person, open or made. */
export function RefundApprovalNote({ refund }: { refund: Refund }) {
  const [deciding, setDeciding] = useState<Decision>()
  const { user } = useStore(session)
  const { approval, requestedBy = 'Somebody', state } = refund
  if (!approval) return null
  if (approval.state !== 'waiting' || state !== 'REQUESTED') return <Decided refund={refund} />
  // The provider reports it although nothing was sent: the review comes first, and the gateway refuses a decision.
  if (refund.needsReview) return null
  const isOwn = user?.name === requestedBy
  return (
    <Note tone="wait">
      <p>
        <strong>Waits for approval.</strong> {requestedBy} requested it; another person has to approve it until{' '}
        <Time atMs={approval.untilMs} full planned />. The amount is reserved, and nothing is sent before.
      </p>
      <Allowed to="POST /refunds/:merchantRefundId/approve">
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button small variant="primary" onClick={() => setDeciding('approve')}>
              Approve…
            </Button>
          )}
          <Button small onClick={() => setDeciding('decline')}>
            {isOwn ? 'Withdraw…' : 'Decline…'}
          </Button>
        </div>
      </Allowed>
      {deciding && (
        <DecideDialog refund={refund} decision={deciding} isOwn={isOwn} onClose={() => setDeciding(undefined)} />
      )}
    </Note>
  )
}

function Decided({ refund: { approval, requestedBy } }: { refund: Refund }) {
  const { state, decidedBy, decidedAtMs, note } = approval ?? {}
  if (state === undefined || state === 'waiting') return null
  const text =
    state === 'expired'
      ? `${requestedBy} requested it, and nobody approved it in time.`
      : `${requestedBy} requested it, ${decidedBy} ${state === 'approved' ? 'approved' : 'declined'} it`
  return (
    <Note tone={state === 'approved' ? 'good' : 'neutral'}>
      <p>
        {text}
        {decidedAtMs !== undefined && state !== 'expired' && (
          <>
            , <Time atMs={decidedAtMs} full />.
          </>
        )}
      </p>
      {note && <p className="text-sm wrap-anywhere">“{note}”</p>}
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
      showToast(decision === 'approve' ? 'You have approved the refund.' : 'The refund is not sent.')
      onClose()
    },
    onError: refresh,
  })
  const verb = decision === 'approve' ? 'Approve' : isOwn ? 'Withdraw' : 'Decline'
  return (
    <Dialog open onClose={onClose} title={`${verb} the refund`}>
      <DialogForm
        action={decision === 'approve' ? `Approve ${amountText(amount)}` : verb}
        busy={decide.isPending}
        onClose={onClose}
        onSubmit={() => {
          setSubmitted(true)
          if (!isMissing) decide.mutate()
        }}
      >
        <p className="wrap-anywhere">
          {decision === 'approve'
            ? `${amountText(amount)} of the order ${merchantOrderId} goes back to the payer. A refund cannot be undone.`
            : `Nothing is sent, and ${amountText(amount)} can be refunded again.`}
        </p>
        <DescriptionList>
          <Detail name="Requested by">{requestedBy}</Detail>
          <Detail name="Reason">{reason && REASON_LABELS[reason]}</Detail>
          <Detail name="Note">{wish}</Detail>
        </DescriptionList>
        <Field
          label={decision === 'approve' ? 'Note (optional)' : 'Why'}
          value={note}
          onChange={setNote}
          data-first
          maxLength={500}
          autoComplete="off"
          error={submitted && isMissing ? 'Enter the reason, for the person who requested it.' : undefined}
        />
        {decide.error && <ErrorNote error={decide.error} what="Nothing was decided." />}
      </DialogForm>
    </Dialog>
  )
}

/** Explains approvals: their purpose, the amount from which they are needed, and where to set this amount. */
export function AboutApproval() {
  const { data: about } = useAbout()
  if (!about) return null
  const { approvalAbove } = about.refunds
  return (
    <>
      {approvalAbove === undefined ? (
        <p>
          No limit is set, so every refund is sent at once. With a limit, a refund above it waits here until a second
          person approves or declines it. Set <code translate="no">refundControls.approvalAbove</code> of{' '}
          <code translate="no">createGateway</code>, or <code translate="no">GALLA_REFUND_APPROVAL_ABOVE</code> for{' '}
          <code translate="no">galla gateway</code> and the demo, in paise.
        </p>
      ) : (
        <p>
          Above {amountText(approvalAbove)} a refund waits here until a second person approves or declines it. Set the
          limit with <code translate="no">refundControls.approvalAbove</code> of{' '}
          <code translate="no">createGateway</code>, or with <code translate="no">GALLA_REFUND_APPROVAL_ABOVE</code>.
        </p>
      )}
      <Allowed to="POST /users">
        <Link to="/users" className={buttonClass()}>
          Invite a second person
        </Link>
      </Allowed>
    </>
  )
}
