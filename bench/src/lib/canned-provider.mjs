/** A provider client with canned replies inside the process, so that the gateway is measured and no network. */
export function cannedProvider({ state, amount, now = Date.now, expireAt = () => now() + 900_000 }) {
  const orderIdOf = (merchantOrderId) => `OMO-${merchantOrderId}`
  const opened = ({ merchantOrderId }) => ({
    orderId: orderIdOf(merchantOrderId),
    expireAt: expireAt(),
    redirectUrl: `https://pay.example/transact/uat_v2?token=${merchantOrderId.padStart(160, 't')}`,
  })
  const status = ({ merchantOrderId }) => ({
    state,
    orderId: orderIdOf(merchantOrderId),
    amount,
    expireAt: expireAt(),
    paymentDetails:
      state === 'PENDING'
        ? []
        : [
            {
              transactionId: `OM-${merchantOrderId}`,
              state,
              amount,
              paymentMode: 'UPI_QR',
              timestamp: now(),
              instrument: { type: 'ACCOUNT' },
              rail: { type: 'UPI', utr: `utr-${merchantOrderId}`, vpa: 'susheela@ybl' },
            },
          ],
  })
  const unsupported = async () => {
    throw new Error('The bench creates no refunds and verifies no callbacks with this client')
  }
  const pay = async (order) => opened(order)
  const checkout = { pay, createSdkOrder: pay, getOrderStatus: async (order) => status(order) }
  return {
    standardCheckout: checkout,
    customCheckout: checkout,
    links: { create: unsupported, getStatus: unsupported, notify: unsupported, cancel: unsupported },
    refunds: { create: unsupported, getStatus: unsupported },
    settlements: { list: unsupported, get: unsupported },
    callbacks: { verify: unsupported },
  }
}
