/** A merchant's first program, with both kinds of import, since both are published. */
const BODY = `
const [hosts, merchantOrderId] = process.argv.slice(2)
const galla = new Galla({ clientId: 'tea-stall', clientSecret: 'canary-secret', clientVersion: 1, hosts })
const pay = () =>
  galla.standardCheckout.pay({ merchantOrderId, amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' })
`

/** Pays after a token was fetched on the connection that the payment reuses; prints the outcome. The second argument: with the global fetch. */
export const LOST_REPLY = {
  file: 'lost-reply.mjs',
  text: `import { Galla, inr } from '@galla/sdk'
const [hosts, transport] = process.argv.slice(2)
const options = transport === 'fetch' ? { fetch: globalThis.fetch } : {}
const galla = new Galla({ clientId: 'tea-stall', clientSecret: 'canary-secret', clientVersion: 1, hosts, ...options })
const order = { merchantOrderId: 'order-1', amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' }
await galla.standardCheckout.pay(order).catch(({ outcome }) => console.log(outcome))
await galla.close()
`,
}

export const PROGRAMS: { readonly [file: string]: string } = {
  'pay.mjs': `import { Galla, inr } from '@galla/sdk'
${BODY}
console.log(JSON.stringify(await pay()))
`,
  'pay.cjs': `const { Galla, inr } = require('@galla/sdk')
${BODY}
pay().then((order) => console.log(JSON.stringify(order)))
`,
}
