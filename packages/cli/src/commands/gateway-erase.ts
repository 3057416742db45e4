import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { type OpenGateway, withGateway } from '../gateway/open-gateway.ts'
import { type Command, EXIT, usageError } from '../io.ts'

/** Names of the options, and of the fields that they fill. */
const SELECTORS = { vpa: 'vpa', phone: 'phone', user: 'merchantUserId', order: 'merchantOrderId' } as const

type Payer = Parameters<OpenGateway['payers']['erase']>[0]

/** `galla gateway erase`: erases the personal data of one payer, or says what that would do. */
export const eraseGatewayPayer: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.erase.options)
  rejectPositionals('gateway erase', positionals, 'name the payer with --vpa, --phone, --user or --order')
  const payer = payerOf(values)
  const dryRun = values['dry-run'] === true
  const result = await withGateway(io, ({ payers }) => (dryRun ? payers.preview(payer) : payers.erase(payer)))
  if (values.json) {
    io.out(JSON.stringify(result))
    return EXIT.ok
  }
  const { merchantOrderIds, orders, byMaskOnly, held, inUse } = result
  for (const id of merchantOrderIds) io.out(id)
  io.out(
    `${orders} ${orders === 1 ? 'order' : 'orders'}: ${held} on legal hold, ${inUse} in use, ${byMaskOnly} found by a masked UPI address only.`,
  )
  io.out(
    dryRun
      ? 'Nothing was changed.'
      : 'The others are erased. Those on hold or in use follow when that ends, while a gateway runs.',
  )
  return EXIT.ok
}

function payerOf(values: { readonly [option: string]: string | boolean | undefined }): Payer {
  const given = Object.entries(SELECTORS).flatMap(([option, field]) => {
    const value = values[option]
    return typeof value === 'string' ? [{ [field]: value } as unknown as Payer] : []
  })
  const [payer, ...others] = given
  if (!payer || others.length > 0)
    throw usageError('gateway erase needs exactly one of --vpa, --phone, --user, --order')
  return payer
}
