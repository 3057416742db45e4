import type { SimulateRedemption } from '@galla/contract/sandbox-api/mandates'
import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import { readArguments, readChoice } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { waitForDeliveries } from '../deliveries.ts'
import { CliError, type Command, EXIT, usageError } from '../io.ts'
import { formatDelivery, formatOrder } from '../output/format.ts'
import { createSandboxClient, sandboxAddress } from '../sandbox-client.ts'

const INSTRUMENTS = [
  'ACCOUNT',
  'RUPAY_CREDIT',
  'CREDIT_LINE',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'NET_BANKING',
  'WALLET',
  'EGV',
  'SPLIT',
] as const

/** `galla pay ORDER`: does what the payer and the bank would do. */
export const pay: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.pay.options)
  const [merchantOrderId, more] = positionals
  if (!merchantOrderId || more !== undefined) throw usageError('pay takes one order: galla pay order-42')
  const payment = readOutcome(values.outcome ?? 'SUCCESS')
  if (values['keep-open'] && payment.outcome !== 'FAILURE') {
    throw usageError('--keep-open applies to a failure: --outcome FAILURE --keep-open')
  }
  const instrument = readChoice('--instrument', values.instrument?.toUpperCase(), INSTRUMENTS)

  const callSandbox = createSandboxClient(io, sandboxAddress(io, values.sandbox))
  const { url } = await callSandbox('GET /callbacks/receiver')
  const { nowMs } = await callSandbox('GET /clock')
  const params = { merchantOrderId }
  const isDebit = await exists(callSandbox('GET /redemptions/:merchantOrderId', { params }))
  if (isDebit && (payment.outcome === 'PENDING' || values['keep-open'] || instrument !== undefined)) {
    throw usageError('a debit of a mandate takes --outcome success, failure or a failure code only')
  }
  const body = { ...payment, ...defined({ keepOpen: values['keep-open'], instrument }) }
  const order = isDebit
    ? await callSandbox('POST /redemptions/:merchantOrderId/simulate', { params, body: { ...debitEnd(payment) } })
    : await callSandbox('POST /orders/:merchantOrderId/simulate', { params, body })
  const reports = url !== undefined && url !== '' && payment.outcome !== 'PENDING'
  const deliveries = reports ? await waitForDeliveries(callSandbox, io, { id: merchantOrderId, sinceMs: nowMs }) : []

  if (values.json) io.out(JSON.stringify({ order, deliveries }))
  else {
    io.out(formatOrder(order))
    for (const delivery of deliveries) io.out(formatDelivery(delivery))
    if (!url) io.err('No callback was sent: the sandbox has no callback URL (galla sandbox --callback-url URL)')
    else if (reports && deliveries.length === 0) io.err('No callback was sent in time. See galla logs --kind callback')
  }
  return deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
}

/** True when the sandbox has the record that a call reads. */
async function exists(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof CliError && error.exitCode === EXIT.failed) return false
    throw error
  }
}

/** The end of an open notification, or of an open debit. */
function debitEnd({ outcome, errorCode }: Outcome): SimulateRedemption {
  return outcome === 'SUCCESS' ? { outcome } : { outcome: 'FAILURE', ...defined({ errorCode }) }
}

type Outcome = Pick<SimulatePayment, 'outcome' | 'errorCode'>

/** An outcome, or a failure by its code: `Z9`. The sandbox knows the codes. */
function readOutcome(text: string): Outcome {
  const word = text.toUpperCase()
  if (word === 'SUCCESS' || word === 'FAILURE' || word === 'PENDING') return { outcome: word }
  return { outcome: 'FAILURE', errorCode: text }
}
