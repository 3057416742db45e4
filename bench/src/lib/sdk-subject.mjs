import { existsSync } from 'node:fs'
import { BODY, CLASSIC, HMAC, ORDER } from './inputs.mjs'

const DIST = new URL('../../../packages/sdk/dist/', import.meta.url)

/** Returns why an entry point of the SDK cannot be measured; undefined if it can. */
export function missingBuild(name) {
  return existsSync(new URL(`${name}.mjs`, DIST)) ? undefined : `packages/sdk/dist/${name}.mjs is not built`
}

/** The calls of a Galla client with the given transport options, through the public API of the built package. */
export async function sdkSubject(origin, transport) {
  const { Galla, paise } = await import('@galla/sdk')
  const config = {
    clientId: 'bench',
    clientSecret: 'secret',
    clientVersion: 1,
    hosts: { pg: `${origin}/pg`, cards: `${origin}/pg`, identity: `${origin}/identity`, events: `${origin}/events` },
    ...transport,
  }
  const galla = new Galla(config)
  const amount = paise(ORDER.amount)
  const classic = new Galla({
    ...config,
    callbackCredentials: { username: CLASSIC.username, password: CLASSIC.password },
  })
  const hmac = new Galla({ ...config, callbackCredentials: { secretKey: HMAC.secretKey } })
  const classicHeaders = { authorization: CLASSIC.authorization }
  const hmacHeaders = { 'x-phonepe-checksum-signature': HMAC.signature }
  return {
    pay: (index) =>
      galla.standardCheckout.pay({
        merchantOrderId: `order-${index}`,
        amount,
        redirectUrl: ORDER.redirectUrl,
        metaInfo: { udf1: 'cart-77' },
      }),
    status: (index) => galla.standardCheckout.getOrderStatus({ merchantOrderId: `order-${index}` }),
    async verifyClassic(count) {
      for (let turn = 0; turn < count; turn += 1)
        await classic.callbacks.verify({ headers: classicHeaders, body: BODY })
    },
    async verifyHmac(count) {
      for (let turn = 0; turn < count; turn += 1) await hmac.callbacks.verify({ headers: hmacHeaders, body: BODY })
    },
  }
}
