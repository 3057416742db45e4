import type { Failure } from '@galla/react/components'
import { PartFailed, part, StepLoading } from '../components/part.tsx'
import { Step } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import { CancelAttempt } from './exits.tsx'

/** The steps at the bank, which only cards and net banking need. */
const loadBankSteps = () => import('./bank.tsx')
const options = { Loading: StepLoading, Failed: BankFailed }

export const Otp = part(() => loadBankSteps().then(({ Otp }) => Otp), options)
export const BankPage = part(() => loadBankSteps().then(({ BankPage }) => BankPage), options)

/** The payment has started and waits for the step. */
function BankFailed(failure: Failure) {
  const messages = useMessages()
  const { session } = usePayment().state
  return (
    <Step title={messages.otpTitle}>
      <p>{messages.bankFailed}</p>
      <PartFailed {...failure} />
      {'attempt' in session && session.attempt && <CancelAttempt received={session} attempt={session.attempt} />}
    </Step>
  )
}
