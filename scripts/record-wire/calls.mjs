/** Every call of the official clients, with every instrument builder, once plain and once with all that it can carry. */

const META_INFO = {
  udf1: 'cart-77',
  udf2: 'चाय ₹10 ☕',
  udf3: '"quoted" \\ back/slash',
  udf4: '4',
  udf5: '5',
  udf6: '6',
  udf7: '7',
  udf8: '8',
  udf9: '9',
  udf10: '10',
  udf11: 'shop_1-a@b.c+d e',
  udf12: '12',
  udf13: '13',
  udf14: '14',
  udf15: '15',
}
const CONSTRAINTS = [{ accountNumber: '000111222333', ifsc: 'ICIC0000001' }]
const REDIRECT = 'https://shop.example/return?o=order-1&lang=hi'

const request = (builder, fields) => ({ builder, fields })
const pay = (name, builder, fields) => ({ name, method: 'pay', request: request(builder, fields) })
const read = (name, method, ...args) => ({ name, method, args })

/** Reads, refunds: the same on both clients. */
const COMMON_CALLS = [
  read('order status', 'getOrderStatus', 'order-1'),
  read('order status with every attempt', 'getOrderStatus', 'order-1', true),
  read('order status with the latest attempt', 'getOrderStatus', 'order-1', false),
  read('transaction status', 'getTransactionStatus', 'OM2506151001000000000011'),
  {
    name: 'refund',
    method: 'refund',
    request: request('RefundRequest.builder', {
      merchantRefundId: 'refund-1',
      originalMerchantOrderId: 'order-1',
      amount: 10_000,
    }),
  },
  read('refund status', 'getRefundStatus', 'refund-1'),
]

export const STANDARD_CALLS = [
  pay('pay, the least', 'StandardCheckoutPayRequest.builder', {
    merchantOrderId: 'order-1',
    amount: 100,
    redirectUrl: REDIRECT,
  }),
  pay('pay without a redirect', 'StandardCheckoutPayRequest.builder', { merchantOrderId: 'order-2', amount: 100 }),
  pay('pay, every field', 'StandardCheckoutPayRequest.builder', {
    merchantOrderId: 'order-3',
    amount: 49_900,
    expireAfter: 900,
    metaInfo: META_INFO,
    message: 'Order 3: चाय',
    redirectUrl: REDIRECT,
    disablePaymentRetry: true,
    prefillUserLoginDetails: { phoneNumber: '+919000000001' },
  }),
  pay('pay, retry allowed by name', 'StandardCheckoutPayRequest.builder', {
    merchantOrderId: 'order-4',
    amount: 9_007_199_254_740_991,
    redirectUrl: REDIRECT,
    disablePaymentRetry: false,
  }),
  {
    name: 'SDK order, the least',
    method: 'createSdkOrder',
    request: request('CreateSdkOrderRequest.StandardCheckoutBuilder', { merchantOrderId: 'order-5', amount: 100 }),
  },
  {
    name: 'SDK order, every field',
    method: 'createSdkOrder',
    request: request('CreateSdkOrderRequest.StandardCheckoutBuilder', {
      merchantOrderId: 'order-6',
      amount: 49_900,
      expireAfter: 900,
      metaInfo: META_INFO,
      message: 'Order 6',
      redirectUrl: REDIRECT,
      disablePaymentRetry: true,
    }),
  },
  ...COMMON_CALLS,
]

const ORDER = { merchantOrderId: 'order-10', amount: 25_000 }
const FULL_ORDER = { ...ORDER, expireAfter: 600, metaInfo: META_INFO, constraints: CONSTRAINTS }
const CARD = {
  encryptionKeyId: 7,
  encryptedCvv: 'encrypted+cvv/==',
  expiryMonth: '06',
  expiryYear: '2027',
}

export const CUSTOM_CALLS = [
  pay('collect by VPA, the least', 'CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder', {
    ...ORDER,
    vpa: 'payer@bank',
  }),
  pay('collect by VPA, every field', 'CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder', {
    ...FULL_ORDER,
    vpa: 'payer@bank',
    message: 'Order 10',
    deviceOS: 'Mac OS',
  }),
  pay('collect by phone number, the least', 'UpiCollectPayViaPhoneNumberRequestBuilder', {
    ...ORDER,
    phoneNumber: '9000000001',
  }),
  pay('collect by phone number, every field', 'UpiCollectPayViaPhoneNumberRequestBuilder', {
    ...FULL_ORDER,
    phoneNumber: '9000000001',
    message: 'Order 10',
    deviceOS: 'iOS',
  }),
  pay('intent, the least', 'CustomCheckoutPayRequest.UpiIntentPayRequestBuilder', {
    ...ORDER,
    targetApp: 'com.phonepe.app',
  }),
  pay('intent, every field', 'CustomCheckoutPayRequest.UpiIntentPayRequestBuilder', {
    ...FULL_ORDER,
    targetApp: 'PHONEPE',
    deviceOS: 'IOS',
    merchantCallBackScheme: 'shopapp',
  }),
  pay('QR, the least', 'CustomCheckoutPayRequest.UpiQrRequestBuilder', ORDER),
  pay('QR, every field', 'CustomCheckoutPayRequest.UpiQrRequestBuilder', FULL_ORDER),
  pay('net banking, the least', 'CustomCheckoutPayRequest.NetBankingPayRequestBuilder', {
    ...ORDER,
    bankId: 'ICIC',
    redirectUrl: REDIRECT,
  }),
  pay('net banking, every field', 'CustomCheckoutPayRequest.NetBankingPayRequestBuilder', {
    ...FULL_ORDER,
    bankId: 'ICIC',
    merchantUserId: 'user-55',
    redirectUrl: REDIRECT,
  }),
  pay('card, the least', 'CustomCheckoutPayRequest.CardPayRequestBuilder', {
    ...ORDER,
    ...CARD,
    encryptedCardNumber: 'encrypted+pan/==',
    redirectUrl: REDIRECT,
  }),
  pay('card, every field', 'CustomCheckoutPayRequest.CardPayRequestBuilder', {
    ...FULL_ORDER,
    ...CARD,
    encryptedCardNumber: 'encrypted+pan/==',
    authMode: '3DS',
    cardHolderName: 'A Tester',
    merchantUserId: 'user-55',
    savedCard: true,
    redirectUrl: REDIRECT,
  }),
  pay('token, the least', 'CustomCheckoutPayRequest.TokenPayRequestBuilder', {
    ...ORDER,
    ...CARD,
    encryptedToken: 'encrypted+token/==',
    cryptogram: 'cryptogram+/==',
    panSuffix: '6667',
    redirectUrl: REDIRECT,
  }),
  pay('token, every field', 'CustomCheckoutPayRequest.TokenPayRequestBuilder', {
    ...FULL_ORDER,
    ...CARD,
    encryptedToken: 'encrypted+token/==',
    cryptogram: 'cryptogram+/==',
    panSuffix: '6667',
    authMode: '3DS',
    cardHolderName: 'A Tester',
    merchantUserId: 'user-55',
    redirectUrl: REDIRECT,
  }),
  {
    name: 'SDK order, the least',
    method: 'createSdkOrder',
    request: request('CreateSdkOrderRequest.CustomCheckoutBuilder', { merchantOrderId: 'order-11', amount: 100 }),
  },
  {
    name: 'SDK order, every field',
    method: 'createSdkOrder',
    request: request('CreateSdkOrderRequest.CustomCheckoutBuilder', {
      ...FULL_ORDER,
      message: 'Order 10',
      redirectUrl: REDIRECT,
      disablePaymentRetry: true,
    }),
  },
  ...COMMON_CALLS,
]
