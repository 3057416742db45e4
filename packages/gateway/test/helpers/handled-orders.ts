import { CART, type TestGateway } from './test-gateway.ts'

/** Starts and pays an order; the callback is received. */
export async function completeOrder({ gateway, sandbox }: TestGateway, merchantOrderId: string): Promise<void> {
  await gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
}

/** The state of the only delivery. */
export const delivery = async ({ rows }: TestGateway) =>
  (
    await rows<{ state: string; attempts: number; lastError: string | null }>(
      'select "state", "attempts", "lastError" from galla.deliveries',
    )
  )[0]

/** How many rows the handler has written into `parcels`. */
export const parcels = async ({ rows }: TestGateway) => (await rows('select "deliveryId" from parcels')).length
