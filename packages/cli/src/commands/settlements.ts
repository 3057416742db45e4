import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { type OpenGateway, withGateway } from '../gateway/open-gateway.ts'
import { CliError, type Command, EXIT, type Io, usageError } from '../io.ts'
import { amountText as money } from '../output/format.ts'

type Imported = Awaited<ReturnType<OpenGateway['settlements']['importReport']>>

/** `galla settlements import <file>`, `report`, `imports` and `undo`: reports of the provider's dashboard, in the database of the gateway's environment variables. */
export const settlements: Command = async ([action, ...args], io) => {
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run) throw usageError(`settlements needs one of ${Object.keys(ACTIONS).join(', ')}`)
  return run(args, io)
}

const OPTIONS = COMMANDS.settlements.commands

async function importFile(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.import.options)
  const [file, ...others] = positionals
  if (file === undefined) throw usageError('settlements import needs the CSV file of the settlement report')
  rejectPositionals('settlements import', others, 'import one file at a time')
  const report: Parameters<OpenGateway['settlements']['importReport']>[0] = {
    ...defined({ feeSign: readFeeSign(values['fee-sign']) }),
    name: basename(file),
    text: textOf(file),
    preview: values.preview === true,
  }
  const imported = await withGateway(io, ({ settlements: methods }) =>
    methods.importReport(report, (done, of) => io.err(`${done} of ${of} rows`)),
  )
  if (values.json) io.out(JSON.stringify(imported))
  else for (const line of linesOf(imported, values.preview === true)) io.out(line)
  return imported.problems.length > 0 ? EXIT.failed : EXIT.ok
}

function readFeeSign(sign: string | undefined): 'positive' | 'negative' | undefined {
  if (sign === undefined || sign === 'positive' || sign === 'negative') return sign
  throw usageError('--fee-sign must be positive or negative: the sign that a fee has in the file when you pay it')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function* linesOf(imported: Imported, preview: boolean): Generator<string> {
  const { rows, stored, known, payments, refunds, deductions, fees, taxes, settlements: named, problems } = imported
  yield `${rows} ${rows === 1 ? 'row' : 'rows'}: ${payments.count} payments of ${money(payments.amount)}, ${refunds.count} refunds of ${money(refunds.amount)}, ${deductions.count} deductions of ${money(deductions.amount)}`
  yield `fees ${money(fees)}, taxes ${money(taxes)}`
  for (const { settlementId, utr, settledOn, sum, amount } of named) {
    const id = settlementId ?? utr ?? settledOn ?? 'no settlement'
    if (settlementId === undefined && utr === undefined)
      yield `${id}: ${money(sum)}; the rows name no settlement by its id or UTR, and belong to none`
    else if (amount === undefined) yield `${id}: ${money(sum)}; the settlement is not known here yet`
    else if (amount === sum) yield `${id}: ${money(sum)}, as the provider says`
    else yield `${id}: ${money(sum)}, the provider says ${money(amount)}`
  }
  for (const { line, problem } of problems) yield `row ${line} ${problem}`
  yield preview ? 'Nothing was stored.' : `${stored} stored, ${known} known before.`
}

async function report(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.report.options)
  rejectPositionals('settlements report', positionals, 'it reports about all settlements')
  const found = await withGateway(io, ({ settlements: methods }) => methods.report())
  if (values.json) io.out(JSON.stringify(found))
  else {
    const { captured, refunded, settled, difference, differenceSince, explained, untied, covered, findings } = found
    io.out(
      `${money(captured)} captured − ${money(refunded)} refunded − ${money(settled)} settled = ${money(difference)}`,
    )
    if (differenceSince !== undefined) io.out(`since ${differenceSince}`)
    if (explained)
      io.out(
        `of it fees ${money(explained.fees)}, taxes ${money(explained.taxes)}, deductions ${money(explained.deductions)}; ${money(explained.remaining)} still to come`,
      )
    if (covered) io.out(`imported reports say which payments are settled from ${covered.from} to ${covered.until}`)
    if (untied) io.out(`${untied.count} rows of ${money(untied.amount)} belong to no known settlement`)
    for (const { kind, settlementId, merchantOrderId, amount } of findings)
      io.out([kind, settlementId, merchantOrderId, money(amount)].filter((part) => part !== undefined).join('  '))
  }
  return found.findings.length > 0 ? EXIT.failed : EXIT.ok
}

async function imports(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.imports.options)
  rejectPositionals('settlements imports', positionals, 'it lists all imports')
  const found = await withGateway(io, ({ settlements: methods }) => methods.reports())
  if (values.json) io.out(JSON.stringify(found))
  else
    for (const { reportId, name, rows, importedAtMs, undoneAtMs } of found) {
      const state = undoneAtMs === undefined ? `${rows} rows` : 'undone'
      io.out([reportId, new Date(importedAtMs).toISOString(), state, name].join('  '))
    }
  return EXIT.ok
}

async function undo(args: string[], io: Io) {
  const { values, positionals } = readArguments(args, OPTIONS.undo.options)
  const [number = '', ...others] = positionals
  if (!/^\d{1,15}$/.test(number))
    throw usageError('settlements undo needs the number of an import: galla settlements imports lists them')
  rejectPositionals('settlements undo', others, 'undo one import at a time')
  const undone = await withGateway(io, ({ settlements: methods }) => methods.undoReport(Number(number)))
  io.out(values.json ? JSON.stringify(undone) : `${undone.rows} ${undone.rows === 1 ? 'row' : 'rows'} deleted.`)
  return EXIT.ok
}

const ACTIONS: { readonly [action: string]: Command } = { import: importFile, report, imports, undo } satisfies {
  readonly [Action in keyof typeof OPTIONS]: Command
}
