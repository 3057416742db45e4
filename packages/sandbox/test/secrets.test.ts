import { constants, publicEncrypt } from 'node:crypto'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { expect, test } from 'vitest'
import { collect, customOrder, setUp, standardOrder } from './helpers.ts'

test('secrets appear in no journal entry, delivery, control response or error response', async () => {
  const { sandbox, post, page } = setUp({
    callbacks: {
      url: 'http://shop.test',
      username: 'shop',
      password: LEAK_MARKERS.callbackPassword,
      secretKey: LEAK_MARKERS.callbackSecretKey,
      mode: 'both',
    },
    deliver: async () => new Response('ok'),
  })
  const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const encrypt = (text: string): string => publicEncrypt(key, Buffer.from(text)).toString('base64')
  const form = {
    client_id: 'shop',
    client_secret: LEAK_MARKERS.clientSecret,
    client_version: '1',
    grant_type: 'client_credentials',
  }
  const token = await (
    await sandbox.fetch('http://x/v1/oauth/token', { method: 'POST', body: new URLSearchParams(form) })
  ).json()

  const answers: unknown[] = []
  const constraints = [{ type: 'ACCOUNT', accountNumber: LEAK_MARKERS.accountNumber, ifsc: 'ICIC0000001' }]
  answers.push(await post('/payments/v2/pay', customOrder('vpa', collect(LEAK_MARKERS.vpa), { constraints })))
  const phone = { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: LEAK_MARKERS.phoneNumber } }
  answers.push(await post('/payments/v2/pay', customOrder('phone', phone)))
  const expiry = { month: '06', year: '2027' }
  const card = { encryptionKeyId: 1, expiry, cardHolderName: 'Somebody' }
  const real = { ...card, encryptedCardNumber: encrypt(LEAK_MARKERS.pan), encryptedCvv: encrypt('508') }
  answers.push(await post('/payments/v2/pay', customOrder('card', { type: 'CARD', cardDetails: real })))
  const fake = {
    ...card,
    encryptedCardNumber: LEAK_MARKERS.encryptedCardNumber,
    encryptedCvv: LEAK_MARKERS.encryptedCvv,
  }
  answers.push(await post('/payments/v2/pay', customOrder('fake', { type: 'CARD', cardDetails: fake })))
  const tokenDetails = {
    encryptedToken: LEAK_MARKERS.encryptedToken,
    cryptogram: LEAK_MARKERS.cryptogram,
    encryptionKeyId: 1,
    expiry,
  }
  answers.push(await post('/payments/v2/pay', customOrder('token', { type: 'TOKEN', tokenDetails })))
  const prefill = { prefillUserLoginDetails: { phoneNumber: LEAK_MARKERS.phoneNumber } }
  const opened = await post('/checkout/v2/pay', standardOrder('page', prefill))
  await page(opened.body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: LEAK_MARKERS.vpa } })
  for (const id of ['vpa', 'phone', 'page']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
  await sandbox.idle()

  const control = await Promise.all(
    ['/orders', '/callbacks', '/callbacks/receiver', '/journal'].map(async (path) =>
      (await sandbox.fetch(`http://x/_sandbox${path}`)).json(),
    ),
  )
  expect(sandbox.deliveries().length).toBeGreaterThan(2)
  expect(findLeakMarkers({ journal: sandbox.journal(), deliveries: sandbox.deliveries(), control, answers })).toEqual(
    [],
  )

  const written = JSON.stringify(sandbox.journal())
  expect(written).not.toContain(token.access_token)
  expect(written).not.toContain(new URL(opened.body.redirectUrl).searchParams.get('token'))
  expect(written).not.toContain(real.encryptedCardNumber)
})
