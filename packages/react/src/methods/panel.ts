import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import type { PayRequest } from '../core/payer-client.ts'

/** What a way to pay gets to see and do while the payer chooses. */
export interface PanelProps {
  readonly view: PayerView
  readonly heardAtMs: number
  readonly sending: boolean
  /** Begins the payment, and takes the payer to the bank's page when there is one. True when it was taken. */
  readonly pay: (request: PayRequest) => Promise<boolean>
}
