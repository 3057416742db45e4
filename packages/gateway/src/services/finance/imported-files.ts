import type { FileProblem } from '@galla/contract/gateway-api/file-problems'
import { isLegible } from '../../domain/visible-text.ts'
import { GatewayError, invalid, invalidFile } from '../../errors.ts'
import { createWorkQueue, type WorkQueue } from '../../storage/work-queue.ts'
import { checkOneLine, checkStorable } from '../validation.ts'

/** Imports that wait for another, at most, and those of one caller. */
const MAX_WAITING = { ofAll: 10, ofOne: 2 }

/**
 * Lines up the imports of settlement reports and bank statements. Each holds its file in memory, and a connection of payments, so this process runs one at a
 * time; further imports are refused with BUSY. Over HTTP, an import waits before its body is read.
 */
export const importQueue = (): WorkQueue =>
  createWorkQueue({
    places: 1,
    waiting: MAX_WAITING.ofAll,
    waitingOfKey: MAX_WAITING.ofOne,
    refusal: () => new GatewayError('BUSY', 'Other files are being imported: repeat it in a few seconds'),
  })

/** Imports of a request that has its turn already. */
export const IN_TURN: WorkQueue = { run: (_caller, work) => work() }

/** @throws GatewayError INVALID_REQUEST for a name that a list or a terminal cannot show */
export function checkFileName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || name.length > 200 || !isLegible(name, 1))
    throw invalid('name', 'must be the name of the file: at most 200 characters, at least one visible')
  checkOneLine(name, 'name')
  checkStorable(name, 'name')
}

/** Texts with which a file of another kind begins, and what to do with it. */
const OTHER_FILES: readonly (readonly [begins: readonly string[], code: FileProblem['code'], what: string])[] = [
  [
    ['pk\u0003', '\u00d0\u00cf', '\ufffd\ufffd\u0011'],
    'excel',
    'is an Excel file: save it as CSV, then import the CSV file',
  ],
  [['%pdf'], 'pdf', 'is a PDF: download the file as CSV'],
  [['<html', '<!doctype html', '<table'], 'web-page', 'is a web page: open it in a spreadsheet, then save it as CSV'],
]

/** The first block or field of a message; banks write lines of their own above. */
const MT940 = /^[ \t]*(?:\{1:|:20:)/m

/** Refuses a file that is neither CSV nor XML, or was read in another encoding than its own. @throws GatewayError INVALID_REQUEST */
export function refuseOtherFile(text: string): void {
  const beginning = text.slice(0, 200).trimStart().toLowerCase()
  if (MT940.test(text.slice(0, 2_000)))
    throw invalidFile(
      { code: 'mt940' },
      'is an MT940 file, which is not read: download the statement as CSV or camt.053',
    )
  const other = OTHER_FILES.find(([begins]) => begins.some((begin) => beginning.startsWith(begin)))
  if (other) throw invalidFile({ code: other[1] }, other[2])
  // Each Latin letter of UTF-16 has a zero beside it.
  if (beginning.includes('\u0000'))
    throw invalidFile({ code: 'utf-16' }, 'is encoded as UTF-16: save the file as CSV in UTF-8')
}
