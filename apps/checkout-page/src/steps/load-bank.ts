import { part, StepLoading } from '../components/part.tsx'

/** The steps at the bank, which only cards and net banking need. */
const loadBankSteps = () => import('./bank.tsx')

export const Otp = part(() => loadBankSteps().then(({ Otp }) => Otp), StepLoading)
export const BankPage = part(() => loadBankSteps().then(({ BankPage }) => BankPage), StepLoading)
