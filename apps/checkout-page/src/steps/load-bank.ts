/** The steps at the bank, which only cards and net banking need. */
export const loadBankSteps = () => import('./bank.tsx')

/** Loads them while the payer fills in the form; what fails now is loaded when it is needed. */
export function preloadBankSteps(): void {
  loadBankSteps().catch(() => {})
}
