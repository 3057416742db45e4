import { createSandbox } from '@galla/sandbox'
import { formatInr, Galla, inr } from '@galla/sdk'

const sandbox = createSandbox() // the provider, inside this process; omit `fetch` below to use the real provider
const galla = new Galla({ clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1, fetch: sandbox.fetch })

const order = { merchantOrderId: 'order-42', amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' }
const { redirectUrl } = await galla.standardCheckout.pay(order)
console.log(`Send the payer to ${redirectUrl}`)

await sandbox.simulatePayment('order-42', { outcome: 'SUCCESS' }) // the payer pays

const { state, amount } = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-42' })
console.log(`${formatInr(amount)}: ${state}`) // ₹499.00: COMPLETED
