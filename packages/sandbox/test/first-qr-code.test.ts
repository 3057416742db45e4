import { expect, test } from 'vitest'
import { bench, customOrder } from './helpers.ts'

// By itself in a file: the encoder is loaded once a process, and only the first code waits for it.
test('the first code of a process is drawn before its order is opened: the journal is the same as for the second', async () => {
  const day = async (): Promise<string[]> => {
    const { sandbox, post } = bench()
    await post('/payments/v2/pay', customOrder('order-1--success', { type: 'UPI_QR' }))
    await sandbox.idle()
    return sandbox.journal().map(({ name }) => name)
  }
  expect(await day()).toEqual(['token', 'customPay', 'order.completed'])
  expect(await day()).toEqual(['token', 'customPay', 'order.completed'])
})
