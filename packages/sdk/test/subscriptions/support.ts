import { paise } from '@galla/contract/money'
import type { CustomMandateSetup, HostedMandateSetup } from '../../src/index.ts'

/** A response that fits every call. */
export const REPLY = {
  orderId: 'OMO1',
  state: 'PENDING',
  expireAt: 1_900_000_000_000,
  intentUrl: 'upi://mandate?tr=1',
  redirectUrl: 'https://pay.example/mandate',
  token: 'order-token',
  transactionId: 'OM1',
}

export const hostedSetup = (changes: Partial<HostedMandateSetup> = {}): HostedMandateSetup => ({
  checkout: 'standard',
  merchantOrderId: 'sub-7-setup',
  merchantSubscriptionId: 'sub-7',
  authWorkflowType: 'TRANSACTION',
  amountType: 'FIXED',
  amount: paise(19_900),
  maxAmount: paise(19_900),
  frequency: 'MONTHLY',
  subscriptionExpireAt: 2_000_000_000_000,
  redirectUrl: 'https://shop.example/thanks',
  ...changes,
})

export const customSetup = (changes: Partial<CustomMandateSetup> = {}): CustomMandateSetup => ({
  checkout: 'custom',
  merchantOrderId: 'sub-7-setup',
  merchantSubscriptionId: 'sub-7',
  authWorkflowType: 'PENNY_DROP',
  amountType: 'VARIABLE',
  amount: paise(200),
  maxAmount: paise(99_900),
  frequency: 'MONTHLY',
  deviceContext: { deviceOS: 'ANDROID' },
  paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
  ...changes,
})
