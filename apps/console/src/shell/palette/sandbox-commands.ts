import { paise } from '@galla/contract/money'
import type { QueueOutcome } from '@galla/contract/sandbox-api/outcomes'
import type { SetClock } from '@galla/contract/sandbox-api/routes'
import { call } from '../../api/call.ts'
import { control } from '../../api/control.ts'
import { keys } from '../../api/query-keys.ts'
import type { Command } from './commands.ts'
import type { CommandContext } from './context.ts'

/** Whatever is shown of the sandbox is read again afterwards. */
const changed = ({ client }: CommandContext) => client.invalidateQueries({ queryKey: keys.sandbox() })

const decide = (id: string, title: string, also: string, body: QueueOutcome): Command => ({
  id,
  title,
  group: 'Sandbox',
  also,
  async run(context) {
    await control('POST /outcomes', { body })
    context.say(`${title}: decided.`, 'good')
    await changed(context)
  },
})

const move = (id: string, title: string, also: string, body: SetClock): Command => ({
  id,
  title,
  group: 'Sandbox',
  also: `clock time ${also}`,
  async run(context) {
    await control('POST /clock', { body })
    context.say(`${title}: done.`, 'good')
    await changed(context)
  },
})

/** What the sandbox room can do, for those who know what they want. */
export const SANDBOX_COMMANDS: readonly Command[] = [
  {
    id: 'sample',
    title: 'Make a sample payment',
    group: 'Sandbox',
    also: 'test pay demo order',
    async run(context) {
      const { order } = await call('POST /playground/pay', {
        body: {
          checkout: 'CUSTOM',
          amount: paise(49_900),
          reference: `sample-${crypto.randomUUID().slice(0, 8)}`,
          paymentMode: { type: 'UPI_QR' },
        },
      })
      const params = { merchantOrderId: order.merchantOrderId }
      await control('POST /orders/:merchantOrderId/simulate', { params, body: { outcome: 'SUCCESS' } })
      await changed(context)
      await context.router.navigate({ to: '/orders/$merchantOrderId', params })
    },
  },
  decide('next fails', 'Fail the next payment', 'outcome decline', { outcome: 'FAILURE', errorCode: 'ZM' }),
  decide('next pending', 'Keep the next payment pending', 'outcome wait', { outcome: 'PENDING' }),
  decide('next late', 'Let the next payment come late', 'outcome expire late', { outcome: 'LATE_PAYMENT' }),
  move('clock minute', 'Move the clock on by 1 minute', 'advance', { advanceMs: 60_000 }),
  move('clock hour', 'Move the clock on by 1 hour', 'advance expire', { advanceMs: 3_600_000 }),
  move('clock day', 'Move the clock on by 24 hours', 'advance tomorrow', { advanceMs: 86_400_000 }),
  move('clock stop', 'Stop the clock', 'freeze', { freeze: true }),
  move('clock run', 'Let the clock run', 'resume', { resume: true }),
  {
    id: 'faults off',
    title: 'Faults off',
    group: 'Sandbox',
    also: 'clear profile good day',
    async run(context) {
      await control('DELETE /faults')
      context.say('Nothing goes wrong on purpose any more.', 'good')
      await changed(context)
    },
  },
  {
    id: 'snapshot',
    title: 'Take a snapshot',
    group: 'Sandbox',
    also: 'save moment',
    async run(context) {
      const { name } = await control('POST /snapshots', { body: {} })
      context.say(`Kept as ${name}.`, 'good')
      await changed(context)
    },
  },
]
