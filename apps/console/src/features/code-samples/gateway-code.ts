import { modeCode, rupeesText, type SampleOrder, sealedArgument } from './sample-order.ts'
import { tsLiteral } from './ts-source.ts'

/** The same payment through the books: TypeScript that compiles against @galla/gateway. `gateway.ts` exports what createGateway made. */
export function gatewayCode(order: SampleOrder): string {
  const sealed = sealedArgument(order.paymentMode)
  const types = sealed ? `import { type ${sealed.type}, inr } from '@galla/sdk'` : "import { inr } from '@galla/sdk'"
  const head = `${types}\nimport { gateway } from './gateway.ts' // made once, by createGateway\n\n`
  if (!sealed) return head + startCode(order, '')
  return `${head}/** Number and CVV were sealed in the payer's browser: <CardForm> of @galla/react does it. */
export async function ${sealed.verb}(${sealed.name}: ${sealed.type}) {
${startCode(order, '  ')}  return payment?.redirectUrl
}
`
}

function startCode(order: SampleOrder, pad: string): string {
  const { checkout, reference, amount, redirectUrl, expireAfter, message, metaInfo } = order
  const custom = checkout === 'CUSTOM'
  const fields = [
    `reference: ${tsLiteral(reference)}, // your cart or invoice: fulfilled once, however many orders it takes`,
    `amount: inr(${tsLiteral(rupeesText(amount))}),`,
    `checkout: ${tsLiteral(checkout)},`,
    `redirectUrl: ${tsLiteral(redirectUrl)},`,
    ...(message === undefined || custom ? [] : [`message: ${tsLiteral(message)},`]),
    ...(expireAfter === undefined ? [] : [`expireAfter: ${expireAfter},`]),
    ...(metaInfo === undefined ? [] : [`metaInfo: ${tsLiteral(metaInfo, pad.length + 2)},`]),
  ]
  return [
    `${pad}const { ${custom ? 'order' : 'redirectUrl'}, payerToken } = await gateway.orders.start({\n`,
    ...fields.map((field) => `${pad}  ${field}\n`),
    `${pad}})\n`,
    ...(custom ? chosen(order, pad) : [`${pad}console.log(redirectUrl) // ${whereTo(order)}\n`]),
    `${pad}console.log(payerToken) // for the payer's browser: usePayment of @galla/react follows the order with it\n`,
  ].join('')
}

function chosen(order: SampleOrder, pad: string): string[] {
  const mode = modeCode(order, pad.length, ['UPI_COLLECT', 'UPI_INTENT'])
  return [
    `${pad}const { payment } = await gateway.orders.pay(order.merchantOrderId, ${mode})\n`,
    `${pad}console.log(payment) // ${whatToDo(order)}\n`,
  ]
}

const whereTo = ({ framed }: SampleOrder) =>
  framed ? 'useCheckout of @galla/react opens it in a frame' : 'send the payer there'

function whatToDo({ paymentMode }: SampleOrder): string {
  switch (paymentMode?.type) {
    case 'UPI_INTENT':
    case 'PPE_INTENT':
      return "intentUrl opens the app on the payer's phone"
    case 'UPI_COLLECT':
      return 'nothing to show: the payer is asked by their own app'
    case 'CARD':
    case 'TOKEN':
    case 'NET_BANKING':
      return "redirectUrl is the bank's page"
    default:
      return 'qrData is a picture, intentUrl the link in it'
  }
}
