import { expect, test } from 'vitest'
import { customOrder, setUp } from './helpers.ts'

// In its own file, because the QR encoder is loaded once per process and only the first code waits for it.
test('the journal is the same whether or not the QR encoder is already loaded', async () => {
  const journalNames = async (): Promise<string[]> => {
    const { sandbox, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1--success', { type: 'UPI_QR' }))
    await sandbox.idle()
    return sandbox.journal().map(({ name }) => name)
  }
  expect(await journalNames()).toEqual(['token', 'customPay', 'order.completed'])
  expect(await journalNames()).toEqual(['token', 'customPay', 'order.completed'])
})
