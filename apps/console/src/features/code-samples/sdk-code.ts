import { comesBack, modeCode, phoneOf, rupeesText, type SampleOrder, sealedArgument } from './sample-order.ts'
import { clientCode, type Target, tsLiteral } from './ts-source.ts'

/** A payment as a program: TypeScript that compiles against @galla/sdk and, with credentials in the environment, makes the payment. */
export function sdkCode(order: SampleOrder, target: Target): string {
  const sealed = sealedArgument(order.paymentMode)
  const names = [...(sealed ? [`type ${sealed.type}`] : []), 'Galla', 'inr']
  const head = `import { ${names.join(', ')} } from '@galla/sdk'\n\n${clientCode(target)}\n\n`
  if (!sealed) return head + payCode(order, '')
  return `${head}/** Number and CVV were sealed in the payer's browser: <CardForm> of @galla/react does it. */
export async function ${sealed.verb}(${sealed.name}: ${sealed.type}) {
${payCode(order, '  ')}  return { state, page: opened.redirectUrl }
}
`
}

function payCode(order: SampleOrder, pad: string): string {
  const { checkout, merchantOrderId } = order
  const noun = checkout === 'STANDARD' ? 'standardCheckout' : 'customCheckout'
  const fields = fieldsOf(order, pad.length + 2).map(([name, text]) => `${pad}  ${name}: ${text},\n`)
  return [
    `${pad}const opened = await galla.${noun}.pay({\n`,
    ...fields,
    `${pad}})\n`,
    ...nextStep(order).map((line) => `${pad}${line}\n`),
    '\n',
    `${pad}// Only the provider's answer proves a payment. waitForOrder asks until it is final.\n`,
    `${pad}const { state } = await galla.${noun}.getOrderStatus({ merchantOrderId: ${tsLiteral(merchantOrderId)} })\n`,
    `${pad}console.log(state)\n`,
  ].join('')
}

function fieldsOf(order: SampleOrder, indent: number): [name: string, text: string][] {
  const { checkout, merchantOrderId, amount, redirectUrl, expireAfter, message, metaInfo } = order
  const phone = phoneOf(order)
  const custom = checkout === 'CUSTOM'
  return [
    ['merchantOrderId', tsLiteral(merchantOrderId)],
    ['amount', `inr(${tsLiteral(rupeesText(amount))})`],
    ...whenThere(custom, 'paymentMode', modeCode(order, indent, ['UPI_COLLECT'])),
    ...whenThere(phone !== undefined, 'deviceContext', tsLiteral(phone, indent)),
    ...whenThere(comesBack(order), 'redirectUrl', tsLiteral(redirectUrl)),
    ...whenThere(!custom && message !== undefined, 'message', tsLiteral(message)),
    ...whenThere(expireAfter !== undefined, 'expireAfter', `${expireAfter}`),
    ...whenThere(metaInfo !== undefined, 'metaInfo', tsLiteral(metaInfo, indent)),
  ]
}

const whenThere = (there: boolean, name: string, text: string): [string, string][] => (there ? [[name, text]] : [])

/** What the shop does with the reply. */
function nextStep({ checkout, framed, paymentMode }: SampleOrder): string[] {
  if (checkout === 'STANDARD') {
    return framed
      ? [
          "// In the payer's browser, where the provider's script is loaded:",
          "//   PhonePeCheckout.transact({ tokenUrl: redirectUrl, type: 'IFRAME', callback: askTheServer })",
          'console.log(opened.redirectUrl)',
        ]
      : ['console.log(opened.redirectUrl) // send the payer there']
  }
  switch (paymentMode?.type) {
    case 'UPI_INTENT':
    case 'PPE_INTENT':
      return ["console.log(opened.intentUrl) // opens the app on the payer's phone"]
    case 'UPI_COLLECT':
      return ["console.log(opened.state) // PENDING: the payer's own app asks them now"]
    case 'CARD':
    case 'TOKEN':
    case 'NET_BANKING':
      return ["console.log(opened.redirectUrl) // the bank's page: send the payer there"]
    default:
      return ['console.log(opened.intentUrl) // draw it as a QR code']
  }
}
