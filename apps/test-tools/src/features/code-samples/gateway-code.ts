import { cardArgument, inrArgument, modeCode, type SampleOrder } from '@galla/console/code-samples/sample-order.ts'
import { tsLiteral } from '@galla/console/code-samples/ts-source.ts'

/** A payment as TypeScript for @galla/gateway. It imports the gateway from `./gateway.ts`. */
export function gatewayCode(order: SampleOrder): string {
  const card = cardArgument(order.paymentMode)
  const sdkImport = card ? `import { type ${card.type}, inr } from '@galla/sdk'` : "import { inr } from '@galla/sdk'"
  const head = `${sdkImport}\nimport { gateway } from './gateway.ts' // exports the result of createGateway\n\n`
  if (!card) return head + startCode(order, '')
  return `${head}/** Number and CVV are encrypted in the payer's browser, by <CardForm> of @galla/react. */
export async function ${card.functionName}(${card.name}: ${card.type}) {
${startCode(order, '  ')}  return payment?.redirectUrl
}
`
}

function startCode(order: SampleOrder, pad: string): string {
  const { checkout, reference, amount, redirectUrl, expireAfter, message, metaInfo } = order
  const isCustom = checkout === 'CUSTOM'
  const fields = [
    `reference: ${tsLiteral(reference)}, // your cart or invoice: fulfilled once, even with several orders`,
    `amount: inr(${tsLiteral(inrArgument(amount))}),`,
    `checkout: ${tsLiteral(checkout)},`,
    `redirectUrl: ${tsLiteral(redirectUrl)},`,
    ...(message === undefined || isCustom ? [] : [`message: ${tsLiteral(message)},`]),
    ...(expireAfter === undefined ? [] : [`expireAfter: ${expireAfter},`]),
    ...(metaInfo === undefined ? [] : [`metaInfo: ${tsLiteral(metaInfo, pad.length + 2)},`]),
  ]
  return [
    `${pad}const { ${isCustom ? 'order' : 'redirectUrl'}, payerToken } = await gateway.orders.start({\n`,
    ...fields.map((field) => `${pad}  ${field}\n`),
    `${pad}})\n`,
    ...(isCustom ? payCode(order, pad) : [`${pad}console.log(redirectUrl) // ${redirectComment(order)}\n`]),
    `${pad}console.log(payerToken) // for usePayment of @galla/react, which follows the order in the payer's browser\n`,
  ].join('')
}

function payCode(order: SampleOrder, pad: string): string[] {
  const mode = modeCode(order, pad.length, ['UPI_COLLECT', 'UPI_INTENT'])
  return [
    `${pad}const { payment } = await gateway.orders.pay(order.merchantOrderId, ${mode})\n`,
    `${pad}console.log(payment) // ${paymentComment(order)}\n`,
  ]
}

const redirectComment = ({ framed }: SampleOrder) =>
  framed ? 'useCheckout of @galla/react opens it in a frame' : 'redirect the payer to it'

function paymentComment({ paymentMode }: SampleOrder): string {
  switch (paymentMode?.type) {
    case 'UPI_INTENT':
    case 'PPE_INTENT':
      return "intentUrl opens the app on the payer's phone"
    case 'UPI_COLLECT':
      return "the payer's app asks for approval"
    case 'CARD':
    case 'TOKEN':
    case 'NET_BANKING':
      return "redirectUrl is the bank's page"
    default:
      return 'qrData is an image of the QR code, intentUrl its content'
  }
}
