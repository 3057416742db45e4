import { paise } from '@galla/contract/money'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { SampleOrder } from '../../src/features/code-samples/sample-order.ts'

const ENCRYPTED = { encryptionKeyId: 1, encryptedCvv: 'c2VhbGVk', expiry: { month: '12', year: '2030' } }

const MODES: readonly { name: string; paymentMode: PaymentMode; deviceOS?: SampleOrder['deviceOS'] }[] = [
  { name: 'qr', paymentMode: { type: 'UPI_QR' } },
  { name: 'app-android', paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' }, deviceOS: 'Android' },
  { name: 'app-ios', paymentMode: { type: 'UPI_INTENT', targetApp: 'PHONEPE' }, deviceOS: 'iOS' },
  { name: 'own-app', paymentMode: { type: 'PPE_INTENT' } },
  {
    name: 'collect-vpa',
    paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'asha@ybl' }, message: "it's tea" },
    deviceOS: 'Other',
  },
  {
    name: 'collect-phone',
    paymentMode: { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: '9876543210' } },
    deviceOS: 'Other',
  },
  { name: 'card', paymentMode: { type: 'CARD', cardDetails: { ...ENCRYPTED, encryptedCardNumber: 'c2VhbGVk' } } },
  {
    name: 'card-kept',
    paymentMode: { type: 'CARD', savedCard: true, cardDetails: { ...ENCRYPTED, encryptedCardNumber: 'c2VhbGVk' } },
  },
  { name: 'token', paymentMode: { type: 'TOKEN', tokenDetails: { ...ENCRYPTED, encryptedToken: 'c2VhbGVk' } } },
  { name: 'bank', paymentMode: { type: 'NET_BANKING', bankId: 'ICIC' } },
]

/** An order of every kind and mode: one with the required fields, one with all optional fields. */
export function sampleOrders(suffix = ''): (SampleOrder & { name: string })[] {
  const plain = { amount: paise(49_905), redirectUrl: 'https://shop.example/thanks' }
  const more = { expireAfter: 900, metaInfo: { udf1: "it's `$(id)`", udf15: 'window' } }
  const named = (name: string, rest: Omit<SampleOrder, 'reference' | 'merchantOrderId' | keyof typeof plain>) => [
    { ...plain, ...rest, name, reference: `cart ${name}`, merchantOrderId: `${name}${suffix}` },
    {
      ...plain,
      ...more,
      ...rest,
      name: `${name}-full`,
      reference: `cart ${name}`,
      merchantOrderId: `${name}-full${suffix}`,
    },
  ]
  return [
    ...named('redirect', { checkout: 'STANDARD', message: 'Two cups\n*/ of "tea"' }),
    ...named('frame', { checkout: 'STANDARD', framed: true }),
    ...MODES.flatMap(({ name, ...mode }) => named(name, { checkout: 'CUSTOM', ...mode })),
  ]
}
