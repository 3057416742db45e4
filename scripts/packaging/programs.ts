/** A merchant's first program, with both kinds of import, since both are published. */
const BODY = `
const [hosts, merchantOrderId] = process.argv.slice(2)
const galla = new Galla({ clientId: 'tea-stall', clientSecret: 'canary-secret', clientVersion: 1, hosts })
const pay = () =>
  galla.standardCheckout.pay({ merchantOrderId, amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' })
`

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
