import { expect, it } from 'vitest'
import { targetApp, UPI_APPS } from './upi-apps.ts'

const named = (device: 'Android' | 'iOS') =>
  Object.fromEntries(UPI_APPS.map((app) => [app.name, targetApp(app, device)]))

it('names an app to the provider in the letters that the provider writes', () => {
  expect(named('Android')).toMatchObject({
    PhonePe: 'com.phonepe.app',
    'Google Pay': 'com.google.android.apps.nbu.paisa.user',
    Paytm: 'net.one97.paytm',
    BHIM: 'in.org.npci.upiapp',
    Amazon: 'in.amazon.mshop.android.shopping',
  })
  expect(named('iOS')).toEqual({
    PhonePe: 'PHONEPE',
    'Google Pay': 'GPAY',
    Paytm: 'PAYTM',
    BHIM: 'BHIM',
    CRED: 'CRED',
    Amazon: 'AMAZON',
  })
})
