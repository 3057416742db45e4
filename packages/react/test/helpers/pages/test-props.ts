/** Props of a component under test. */
export interface TestProps {
  payerToken: string
  query: URLSearchParams
  /** Shows what the component's callbacks receive. */
  report: (text: string) => void
}
