import type { ShopperView } from '@galla/contract/books/shopper-routes'
import type { PayRequest } from '../core/shopper-client.ts'

/** What a way to pay gets to see and do while the payer chooses. */
export interface PanelProps {
  readonly view: ShopperView
  readonly heardAtMs: number
  readonly sending: boolean
  /** Begins the payment, and takes the payer to the bank's page when there is one. True when it was taken. */
  readonly pay: (request: PayRequest) => Promise<boolean>
}
