import { randomBytes } from 'node:crypto'
import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { RefundFile, RefundFileRow, UploadRefundFile } from '@galla/contract/gateway-api/refund-files'
import type { Role } from '@galla/contract/gateway-api/roles'
import { type GatewayContext, readsOfCaller } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { type CsvColumn, csvChunks } from '../../domain/finance/csv.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import { limitsOf } from '../../domain/refunds/controls.ts'
import { type PlannedRow, planRows, type ReadRow, type WantedRow } from '../../domain/refunds/file.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type Actor, writeAudit } from '../../storage/access/audit.ts'
import { RETENTION_QUEUE } from '../../storage/advisory-locks.ts'
import { allPages } from '../../storage/list-query.ts'
import { readOrders } from '../../storage/orders/orders.ts'
import { countedRefunds } from '../../storage/refunds/refund-days.ts'
import {
  endFile,
  insertRefundFile,
  listFileRows,
  listRefundFiles,
  type NewFileRow,
  readRefundFile as readStoredFile,
  startFile,
} from '../../storage/refunds/refund-files.ts'
import { type RefundRow, refundsOfOrders } from '../../storage/refunds/refunds.ts'
import { deleteSurplusFiles } from '../../storage/refunds/unstarted-files.ts'
import { createWorkQueue } from '../../storage/work-queue.ts'
import { checkFileName } from '../finance/imported-files.ts'
import { checkStorable } from '../validation.ts'
import { digestOfFile, readRefundFile, refundIdOfRow } from './refund-file-text.ts'

type Reader = Pick<GatewayContext, 'database'>

/** A person who may refund. */
interface Person extends Actor {
  readonly userId: string
  readonly role: Role
}

function personOf({ actor }: GatewayContext): Person {
  if (actor?.userId === undefined || actor.role === undefined)
    throw new GatewayError('INVALID_REQUEST', 'A file of refunds is uploaded and started by a person')
  return actor as Person
}

/** Files that were uploaded and not started, at most: further ones take the place of the oldest. */
const MAX_UNSTARTED = { ofUser: 20, ofAll: 200 }

/** Uploads that wait for others, at most, and those of one person. */
const MAX_WAITING = 10
const MAX_WAITING_OF_ONE = 2

/**
 * Stores a file with what will happen to each row. Nothing is refunded before it is started; one that is not started is deleted after a day,
 * or for newer ones. Reading a file occupies the process, and storing it a connection of payments, so this process does one at a time.
 * @throws GatewayError INVALID_REQUEST, BUSY
 */
export type UploadByPerson = typeof uploadRefundFile

export function uploadsByPerson(): UploadByPerson {
  const queue = createWorkQueue({
    places: 1,
    waiting: MAX_WAITING,
    waitingOfKey: MAX_WAITING_OF_ONE,
    refusal: () => new GatewayError('BUSY', 'Other files of refunds are being read: repeat it in a few seconds'),
  })
  return async (context, file) => queue.run(personOf(context).userId, () => uploadRefundFile(context, file))
}

async function uploadRefundFile(context: GatewayContext, { name, text }: UploadRefundFile): Promise<RefundFile> {
  const { who, role } = personOf(context)
  const title = name.trim()
  checkFileName(title)
  checkStorable(text, 'text')
  const rows = await plansOf(context, readRefundFile(text), role)
  const fileId = `rf_${randomBytes(12).toString('base64url')}`
  const nowMs = context.clock.now()
  const file = { fileId, name: title, digest: digestOfFile(text), uploadedBy: who, createdAtMs: nowMs }
  return context.database.transaction(async (tx) => {
    await insertRefundFile(tx, file, rows)
    const stored = found(await readStoredFile(tx, fileId), fileId)
    if (!(await deleteSurplusFiles(tx, file, MAX_UNSTARTED)))
      throw invalid('file', 'is one too many: those that were not started have orders on legal hold, and are kept')
    await auditFile({ ...context, database: tx }, stored, 'uploaded a file of refunds')
    return stored
  }, RETENTION_QUEUE)
}

async function plansOf(context: GatewayContext, read: readonly ReadRow[], role: Role): Promise<NewFileRow[]> {
  const { clock, refundControls = {} } = context
  const database = readsOfCaller(context)
  const wanted = read.filter((row): row is WantedRow => !('problem' in row))
  const ids = [...new Set(wanted.map(({ merchantOrderId }) => merchantOrderId))]
  const [orders, refunds] = [await readOrders(database, ids), await refundsOfOrders(database, ids)]
  const orderOf = new Map(orders.map((order) => [order.merchantOrderId, order]))
  const refundsBy = new Map<string, RefundRow[]>(ids.map((id) => [id, []]))
  for (const refund of refunds) refundsBy.get(refund.merchantOrderId)?.push(refund)
  const planned = wanted.map((row): PlannedRow => {
    const merchantRefundId = refundIdOfRow(row)
    const order = orderOf.get(row.merchantOrderId)
    const ofOrder = refundsBy.get(row.merchantOrderId) ?? []
    return {
      row: { ...row, merchantRefundId },
      about: order && { order, refunds: ofOrder },
      known: ofOrder.find((refund) => refund.merchantRefundId === merchantRefundId),
    }
  })
  const { dailyLimit } = limitsOf(refundControls, role)
  const day = { day: indianDay(clock.now()), role }
  const left = dailyLimit === undefined ? undefined : dailyLimit - (await countedRefunds(database, day))
  const plans = planRows(planned, { controls: refundControls, requester: role, left })
  const known = planned.map(({ row: { reference: _, ...row } }, at): NewFileRow => {
    return { ...row, plan: 'order-unknown', ...plans[at] }
  })
  const unread = read.flatMap((row) =>
    'problem' in row ? [{ line: row.line, plan: row.problem, ...defined({ column: row.column }) }] : [],
  )
  return [...known, ...unread]
}

/** @throws GatewayError NOT_FOUND */
export async function refundFile({ database }: Reader, fileId: string): Promise<RefundFile> {
  return found(await readStoredFile(database, fileId), fileId)
}

export const refundFiles = ({ database }: Reader): Promise<RefundFile[]> => listRefundFiles(database)

/** @throws GatewayError NOT_FOUND, INVALID_REQUEST */
export async function refundFileRows(
  reader: Reader,
  fileId: string,
  page: { show?: string; after?: string; limit?: number },
): Promise<Page<RefundFileRow>> {
  await refundFile(reader, fileId)
  return listFileRows(reader.database, fileId, page)
}

/** Lifetime of a preview, which is limited because orders change. Milliseconds. */
const PREVIEW_MS = 3_600_000

/**
 * Requests the refunds of a file, one after the other, in the name of who starts it. Workers do it, also after a crash. Starting it again
 * changes nothing.
 * @throws GatewayError NOT_FOUND, INVALID_REQUEST
 */
export async function startRefundFile(context: GatewayContext, fileId: string): Promise<RefundFile> {
  const { who, userId, address } = personOf(context)
  const nowMs = context.clock.now()
  const file = await context.database.transaction(async (tx) => {
    const stored = found(await readStoredFile(tx, fileId), fileId)
    if (stored.toRefund.rows === 0) throw invalid('file', 'has no row that can be refunded')
    if (stored.startedAtMs === undefined && nowMs - stored.createdAtMs > PREVIEW_MS)
      throw invalid('file', 'was uploaded more than an hour ago, and orders have changed since: upload it again')
    const isFirst = await startFile(tx, fileId, { name: who, userId, address, nowMs })
    const started = found(await readStoredFile(tx, fileId), fileId)
    if (!isFirst) return started
    await auditFile({ ...context, database: tx }, started, 'started a file of refunds')
    return started
  })
  context.wake('refund-files')
  return file
}

/** Ends a file that is being run: what was requested stays, other rows are not run. @throws GatewayError NOT_FOUND */
export function stopRefundFile(context: GatewayContext, fileId: string): Promise<RefundFile> {
  return context.database.transaction(async (tx) => {
    const file = found(await readStoredFile(tx, fileId), fileId)
    if (!(await endFile(tx, fileId, { result: 'stopped', nowMs: context.clock.now() }))) return file
    await auditFile({ ...context, database: tx }, file, 'stopped a file of refunds')
    return found(await readStoredFile(tx, fileId), fileId)
  })
}

function found(file: RefundFile | undefined, fileId: string): RefundFile {
  if (!file) throw new GatewayError('NOT_FOUND', `There is no file ${fileId}`)
  return file
}

function auditFile(
  context: Pick<GatewayContext, 'actor' | 'clock'> & Parameters<typeof writeAudit>[0],
  file: RefundFile,
  what: PlainAuditAction,
): Promise<void> {
  const { fileId, name, digest, rows, toRefund } = file
  return writeAudit(context, {
    atMs: context.clock.now(),
    what,
    kind: 'refund-file',
    id: fileId,
    detail: name,
    after: { digest, rows, refunds: toRefund.rows, amount: toRefund.amount },
  })
}

/** Amounts in paise, as in the other files. The refund's state is the one at the time of the download. */
const COLUMNS: readonly CsvColumn<RefundFileRow>[] = [
  ['row', ({ line }) => line],
  ['merchantOrderId', ({ merchantOrderId }) => merchantOrderId],
  ['amountPaise', ({ amount }) => amount],
  ['merchantRefundId', ({ merchantRefundId }) => merchantRefundId],
  ['plan', ({ plan }) => plan],
  ['result', ({ result }) => result],
  ['refundState', ({ state }) => state],
  ['code', ({ code, column }) => code ?? column],
  ['message', ({ message }) => message],
]

/** One line for each row of the file. @throws GatewayError NOT_FOUND */
export async function refundFileCsv(
  context: GatewayContext,
  fileId: string,
): Promise<AsyncGenerator<string, undefined>> {
  await refundFile(context, fileId)
  return csvChunks(
    COLUMNS,
    allPages((position) => listFileRows(context.database, fileId, position)),
  )
}
