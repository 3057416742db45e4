import { createCallbacks, Galla, inr, isGallaError } from '@galla/sdk'

/** @typedef {{ PROVIDER: string, CLIENT_ID: string, CLIENT_SECRET: string, CALLBACK_USERNAME: string, CALLBACK_PASSWORD: string }} Env */

/** One client while the worker lives: it keeps the access token. Made on the first request, which brings the secrets. */
let galla

/** @param {Env} env */
const clientOf = (env) => {
  galla ??= new Galla({
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    clientVersion: 1,
    hosts: env.PROVIDER,
  })
  return galla
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const { pathname, origin } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/buy') return buy(env, origin)
    if (request.method === 'POST' && pathname === '/callbacks') return receive(request, env)
    if (pathname === '/thanks') return thanks(request)
    return new Response('POST /buy, POST /callbacks, GET /thanks', { status: 404 })
  },
}

/** Opens an order for one cup of tea and sends the payer to the provider's page. */
async function buy(env, origin) {
  const { redirectUrl } = await clientOf(env).standardCheckout.pay({
    merchantOrderId: `tea-${crypto.randomUUID()}`,
    amount: inr('20'),
    redirectUrl: `${origin}/thanks`,
  })
  return Response.redirect(redirectUrl, 303)
}

/** Some banks send the payer back by POST: what their form says proves nothing. */
function thanks(request) {
  if (request.method === 'POST') return new Response(null, { status: 303, headers: { location: '/thanks' } })
  return new Response('Thank you. We are checking your payment.')
}

async function receive(request, env) {
  // Verifying needs no client secret: a worker that only takes callbacks does well without one.
  const callbacks = createCallbacks({ username: env.CALLBACK_USERNAME, password: env.CALLBACK_PASSWORD })
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const event = await callbacks.verify({ headers: request.headers, body })
    if (event.kind !== 'order') return new Response(null, { status: 200 })
    // A callback is a hint: what the provider says when asked decides. In your shop: write it down, once, here.
    const { state, amount } = await clientOf(env).standardCheckout.getOrderStatus({
      merchantOrderId: event.payload.merchantOrderId,
    })
    return Response.json({ state, amount })
  } catch (error) {
    if (!isGallaError(error)) throw error
    return new Response(error.message, { status: error.kind === 'invalid-callback' ? 417 : 503 })
  }
}
