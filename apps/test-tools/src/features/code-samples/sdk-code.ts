import {
  cardArgument,
  deviceContext,
  inrArgument,
  modeCode,
  needsRedirectUrl,
  type SampleOrder,
} from '@galla/console/code-samples/sample-order.ts'
import { clientCode, type SampleTarget, tsLiteral } from '@galla/console/code-samples/ts-source.ts'

/** A payment as a TypeScript program for @galla/sdk. With credentials in the environment it makes the payment. */
export function sdkCode(order: SampleOrder, target: SampleTarget): string {
  const card = cardArgument(order.paymentMode)
  const imports = [...(card ? [`type ${card.type}`] : []), 'Galla', 'inr']
  const head = `import { ${imports.join(', ')} } from '@galla/sdk'\n\n${clientCode(target)}\n\n`
  if (!card) return head + payCode(order, '')
  return `${head}/** Number and CVV are encrypted in the payer's browser, by <CardForm> of @galla/react. */
export async function ${card.functionName}(${card.name}: ${card.type}) {
${payCode(order, '  ')}  return { state, page: created.redirectUrl }
}
`
}

function payCode(order: SampleOrder, pad: string): string {
  const { checkout, merchantOrderId } = order
  const resource = checkout === 'STANDARD' ? 'standardCheckout' : 'customCheckout'
  const fields = payFields(order, pad.length + 2).map(([name, text]) => `${pad}  ${name}: ${text},\n`)
  return [
    `${pad}const created = await galla.${resource}.pay({\n`,
    ...fields,
    `${pad}})\n`,
    ...nextStep(order).map((line) => `${pad}${line}\n`),
    '\n',
    `${pad}// Only the provider's status proves a payment. waitForOrder polls until it is final.\n`,
    `${pad}const { state } = await galla.${resource}.getOrderStatus({ merchantOrderId: ${tsLiteral(merchantOrderId)} })\n`,
    `${pad}console.log(state)\n`,
  ].join('')
}

function payFields(order: SampleOrder, indent: number): [name: string, text: string][] {
  const { checkout, merchantOrderId, amount, redirectUrl, expireAfter, message, metaInfo } = order
  const context = deviceContext(order)
  const isCustom = checkout === 'CUSTOM'
  const when = (condition: boolean, name: string, text: string): [string, string][] => (condition ? [[name, text]] : [])
  return [
    ['merchantOrderId', tsLiteral(merchantOrderId)],
    ['amount', `inr(${tsLiteral(inrArgument(amount))})`],
    ...when(isCustom, 'paymentMode', modeCode(order, indent, ['UPI_COLLECT'])),
    ...when(context !== undefined, 'deviceContext', tsLiteral(context, indent)),
    ...when(needsRedirectUrl(order), 'redirectUrl', tsLiteral(redirectUrl)),
    ...when(!isCustom && message !== undefined, 'message', tsLiteral(message)),
    ...when(expireAfter !== undefined, 'expireAfter', `${expireAfter}`),
    ...when(metaInfo !== undefined, 'metaInfo', tsLiteral(metaInfo, indent)),
  ]
}

/** Returns the lines of the shop's code after the response. */
function nextStep({ checkout, framed, paymentMode }: SampleOrder): string[] {
  if (checkout === 'STANDARD') {
    return framed
      ? [
          "// In the payer's browser, where the provider's script is loaded:",
          "//   PhonePeCheckout.transact({ tokenUrl: redirectUrl, type: 'IFRAME', callback: checkStatus })",
          'console.log(created.redirectUrl)',
        ]
      : ['console.log(created.redirectUrl) // redirect the payer to it']
  }
  switch (paymentMode?.type) {
    case 'UPI_INTENT':
    case 'PPE_INTENT':
      return ["console.log(created.intentUrl) // opens the app on the payer's phone"]
    case 'UPI_COLLECT':
      return ["console.log(created.state) // PENDING: the payer's app asks for approval"]
    case 'CARD':
    case 'TOKEN':
    case 'NET_BANKING':
      return ["console.log(created.redirectUrl) // the bank's page: redirect the payer to it"]
    default:
      return ['console.log(created.intentUrl) // show it as a QR code']
  }
}
