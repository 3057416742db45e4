import type { SimulatePayment as Settle } from '@galla/contract/sandbox-api/outcomes'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Id } from '../../../ui/id.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Facts } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { isReady, OutcomeChoice, type OutcomeDraft } from '../outcome-choice.tsx'
import { SandboxTime } from '../sandbox-time.tsx'
import { useControl, useControlChange } from '../use-control.ts'

const INSTRUMENTS = [
  { value: 'ACCOUNT', label: 'UPI from an account' },
  { value: 'RUPAY_CREDIT', label: 'RuPay credit card by UPI' },
  { value: 'CREDIT_LINE', label: 'Credit line by UPI' },
  { value: 'CREDIT_CARD', label: 'Credit card' },
  { value: 'DEBIT_CARD', label: 'Debit card' },
  { value: 'NET_BANKING', label: 'Net banking' },
  { value: 'WALLET', label: 'Wallet' },
  { value: 'EGV', label: 'Gift voucher' },
  { value: 'SPLIT', label: 'Account and wallet together' },
] as const satisfies readonly { value: NonNullable<Settle['instrument']>; label: string }[]

type PaidBy = (typeof INSTRUMENTS)[number]['value']

/** One order of the sandbox, and what its payer's bank says of it. */
export function SimulatePayment({ merchantOrderId, onClose }: { merchantOrderId: string; onClose(): void }) {
  const params = { merchantOrderId }
  const order = useControl('GET /orders/:merchantOrderId', { params })
  const settle = useControlChange('POST /orders/:merchantOrderId/simulate')
  const [draft, setDraft] = useState<OutcomeDraft>({ outcome: 'SUCCESS', errorCode: 'ZM' })
  const [instrument, setInstrument] = useState<PaidBy>('ACCOUNT')
  const { data } = order
  const untried = data?.paymentDetails.length === 0
  // Money that comes after the expiry is the one thing that still moves a failed order.
  const late = data?.state === 'FAILED'
  const send = () => {
    const { outcome, errorCode } = draft
    if (outcome === '' || outcome === 'LATE_PAYMENT') return
    settle.mutate({
      params,
      body: {
        outcome,
        ...(outcome === 'FAILURE' ? { errorCode: errorCode.trim() } : {}),
        ...(untried && outcome === 'SUCCESS' ? { instrument } : {}),
      },
    })
  }
  return (
    <Dialog open onClose={onClose} title="What becomes of this payment">
      {data ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady(draft)) send()
          }}
        >
          <Facts
            rows={[
              ['Order', <Id key="id" value={data.merchantOrderId} what="order id" />],
              ['State', <StateMark key="state" kind="order" state={data.state} />],
              ['Amount', <Amount key="amount" paise={data.amount} />],
              ['Expires', <SandboxTime key="expires" atMs={data.expireAt} />],
              data.detailedErrorCode === undefined ? undefined : ['Failed with', data.detailedErrorCode],
            ]}
          />
          {data.state !== 'COMPLETED' && (
            <>
              <OutcomeChoice
                label="The bank says"
                value={draft}
                onChange={setDraft}
                outcomes={late ? ['SUCCESS'] : ['SUCCESS', 'FAILURE', 'PENDING']}
              />
              {untried && draft.outcome === 'SUCCESS' && (
                <Select<PaidBy> label="Paid by" value={instrument} onChange={setInstrument} options={INSTRUMENTS} />
              )}
            </>
          )}
          {settle.error && <ErrorNote error={settle.error} what="It could not be settled." />}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Link
              to="/orders/$merchantOrderId"
              params={params}
              className="rounded-edge font-strong text-brass underline underline-offset-4"
            >
              What the books say
            </Link>
            {data.state !== 'COMPLETED' && (
              <Button type="submit" look="main" busy={settle.isPending} disabled={!isReady(draft)}>
                {late ? 'Let the money come late' : 'Settle it'}
              </Button>
            )}
          </div>
        </form>
      ) : order.error ? (
        <ErrorNote error={order.error} what="The order could not be read." onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="the order" lines={4} />
      )}
    </Dialog>
  )
}
