import type { RefundRowResult } from '@galla/contract/gateway-api/refund-files'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../../context.ts'
import { mayDo } from '../../domain/access/roles.ts'
import { describeError, type GatewayError, isGatewayError, isNoMoreWork } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { hasSecondFactor, readUser, type UserRow } from '../../storage/access/users.ts'
import type { Queries } from '../../storage/database.ts'
import { type Leased, releaseLeases } from '../../storage/leases.ts'
import { isUnreadable } from '../../storage/privacy/data-keys.ts'
import {
  endFile,
  finishFile,
  keepFile,
  nextFileRow,
  type RefundFileRecord,
  type RowToRun,
  saveRowResult,
} from '../../storage/refunds/refund-files.ts'
import { readRefund, viewRefund } from '../../storage/refunds/refunds.ts'
import { actingAs } from '../access/audit.ts'
import { securitySettings } from '../access/second-factor.ts'
import { refusedRow } from '../database-failures.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Requests the refunds of the rows that have no result yet, in the name of who started the file. A refund and the result of its row are two
 * commits: a process that dies between them leaves a row whose refund exists, which is found by its id.
 */
export async function runRefundFile(context: GatewayContext, file: RefundFileRecord & Leased): Promise<void> {
  const { database, closing, clock } = context
  const { fileId, leaseToken } = file
  for (;;) {
    if (closing()) return releaseLeases(database, 'refund_files', [leaseToken])
    const row = await nextFileRow(database, fileId, leaseToken)
    if (!row) break
    const user = await starterOf(context, file)
    if (!user) return refuseRest(context, file)
    const { userId, name, role } = user
    const person = actingAs(context, { who: name, userId, role, address: file.startedFrom })
    const result = await runRow(person, file, row)
    if (!result) return releaseLeases(database, 'refund_files', [leaseToken])
    await saveRowResult(database, { fileId, leaseToken, line: row.line }, result)
  }
  if (await finishFile(database, fileId, leaseToken, clock.now()))
    context.log.info({ fileId }, 'All refunds of a file requested')
}

/**
 * Reads the person who started the file, while the person may refund. Without a second factor that the role needs, people may only use
 * their own account.
 */
async function starterOf(
  { database }: { readonly database: Queries },
  { startedById }: RefundFileRecord,
): Promise<UserRow | undefined> {
  const user = startedById === undefined ? undefined : await readUser(database, startedById)
  if (!user || user.disabledAtMs !== undefined || !mayDo(user.role, 'refund')) return undefined
  const { secondFactorRoles } = await securitySettings({ database })
  return !hasSecondFactor(user) && secondFactorRoles.includes(user.role) ? undefined : user
}

async function refuseRest(context: GatewayContext, { fileId, name }: RefundFileRecord): Promise<void> {
  const { database, clock } = context
  const nowMs = clock.now()
  const message = 'The person who started the file may no longer refund'
  await database.transaction(async (tx) => {
    if (!(await endFile(tx, fileId, { result: 'refused', code: 'NOT_ALLOWED', message, nowMs }))) return
    const what = 'stopped a file of refunds: who started it may not refund any more'
    await writeAudit({ database: tx }, { atMs: nowMs, what, kind: 'refund-file', id: fileId, detail: name })
  })
}

interface RowOutcome {
  readonly result: RefundRowResult
  readonly code?: string
  readonly message?: string
}

/**
 * Runs a row and returns its result. Undefined when the process is stopping, or when the person who started the file may no longer refund.
 * Other errors are thrown: the file is due again when its lease ends.
 */
async function runRow(
  context: GatewayContext,
  file: RefundFileRecord & Leased,
  row: RowToRun,
): Promise<RowOutcome | undefined> {
  const known = await knownRefund(context, file, row)
  if (known) return known
  // The refund would have the complaint as its note for ever.
  if (isUnreadable(row.note)) return { result: 'refused', code: 'NOTE_UNREADABLE', message: unreadableNote(row.note) }
  const { line: _, plan, ...wanted } = row
  try {
    return outcomeOf(
      await requestRefund(
        context,
        { ...wanted, origin: 'console' },
        // Another process may have planned the row, by other limits.
        { mayRequest: (tx) => checkRuns(tx, file), mustWait: plan === 'approval' },
      ),
      'requested',
    )
  } catch (error) {
    if (error instanceof NotRunning) return undefined
    const refusal = refusedRow(error)
    if (refusal) {
      context.log.error(
        { merchantRefundId: row.merchantRefundId, error: describeError(error) },
        'The database refused a refund of a file',
      )
      return refused(refusal)
    }
    if (!isGatewayError(error) || error.code === 'BUSY') throw error
    // Not allowed: the starter's role has changed since it was read. It is read again, and decides whether the file goes on.
    if (isNoMoreWork(error.code) || error.code === 'NOT_ALLOWED') return undefined
    return (error.code === 'ID_TAKEN' && (await knownRefund(context, file, row))) || refused(error)
  }
}

/** The file was stopped, another worker has it, or who started it may not refund any more. */
class NotRunning extends Error {}

async function checkRuns(tx: Queries, file: RefundFileRecord & Leased): Promise<void> {
  if (!(await keepFile(tx, file.fileId, file.leaseToken)) || !(await starterOf({ database: tx }, file)))
    throw new NotRunning()
}

const unreadableNote = (complaint = '') =>
  `The note cannot be decrypted: ${complaint}. Give every replica all data keys, then upload the row again`

const refused = ({ code, message }: GatewayError): RowOutcome => ({ result: 'refused', code, message })

/**
 * The refund of the row, if somebody has requested it: this file before a crash, or another one with the same row. One of another amount
 * is not what the preview showed: a row without an amount is the same row when less is left, and a program may choose any id.
 */
async function knownRefund(
  { database }: GatewayContext,
  { startedAtMs = 0 }: RefundFileRecord,
  { merchantRefundId, merchantOrderId, amount }: RowToRun,
): Promise<RowOutcome | undefined> {
  const known = await readRefund(database, merchantRefundId)
  if (known?.merchantOrderId !== merchantOrderId || known.amount !== amount) return undefined
  return outcomeOf(viewRefund(known), known.createdAtMs >= startedAtMs ? 'requested' : 'existed')
}

const outcomeOf = ({ approval }: Refund, result: 'requested' | 'existed'): RowOutcome => ({
  result: result === 'requested' && approval ? 'waiting' : result,
})
