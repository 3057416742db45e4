import type { Delivery } from '@galla/contract/sandbox-api/routes'

/** One try to deliver, with the bytes as they go out. Its signature is made when it is sent, so no secret is kept here. */
export interface DeliveryRecord extends Omit<Delivery, 'request'> {
  readonly body: string
  /** Headers as they went out, secrets masked; empty before that. */
  readonly headers: { readonly [name: string]: string }
}

export function asDelivery(record: DeliveryRecord): Delivery {
  const { body, headers, ...rest } = record
  return { ...rest, request: { headers: { ...headers }, body } }
}
