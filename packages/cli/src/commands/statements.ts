import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { type OpenGateway, withGateway } from '../gateway/open-gateway.ts'
import { CliError, type Command, EXIT, type ExitCode, type Io, usageError } from '../io.ts'
import { amountText as money } from '../output/format.ts'

type Imported = Awaited<ReturnType<OpenGateway['bankStatements']['import']>>
type Comparison = Imported['comparison']

/** `galla statements import <file>`, `report` and `remove`: bank statements in the database of the gateway's environment variables. */
export const statements: Command = async ([action, ...args], io) => {
  const run = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run) throw usageError(`statements needs one of ${Object.keys(ACTIONS).join(', ')}`)
  return run(args, io)
}

const OPTIONS = COMMANDS.statements.commands

async function importFile(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS.import.options)
  const [file, ...others] = positionals
  if (file === undefined) throw usageError('statements import needs the file of a bank statement')
  rejectPositionals('statements import', others, 'import one file at a time')
  const preview = values.preview === true
  const text = textOf(file)
  const imported = await withGateway(io, ({ bankStatements }) =>
    bankStatements.import({ name: basename(file), text, preview }),
  )
  if (values.json) io.out(JSON.stringify(imported))
  else for (const line of linesOf(imported, preview)) io.out(line)
  return exitCodeOf(imported.comparison)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function report(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS.report.options)
  rejectPositionals('statements report', positionals, 'it reports about all statements')
  const found = await withGateway(io, ({ bankStatements }) => bankStatements.report())
  if (values.json) io.out(JSON.stringify(found))
  else {
    for (const { statementId, name, fromDay, toDay, lines } of found.statements)
      io.out(`${statementId}  ${fromDay} to ${toDay}  ${lines} ${lines === 1 ? 'line' : 'lines'} stored  ${name}`)
    for (const line of comparisonLines(found)) io.out(line)
  }
  return exitCodeOf(found)
}

async function remove(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS.remove.options)
  const [number = '', ...others] = positionals
  if (!/^\d{1,15}$/.test(number))
    throw usageError('statements remove needs the number of a statement: galla statements report lists them')
  rejectPositionals('statements remove', others, 'remove one statement at a time')
  await withGateway(io, ({ bankStatements }) => bankStatements.remove(Number(number)))
  io.out(values.json ? JSON.stringify({ removed: true }) : `Statement ${number} is removed.`)
  return EXIT.ok
}

function* linesOf(imported: Imported, preview: boolean): Generator<string> {
  const { lines, fromDay, toDay, credits, stored, known, ignored, comparison } = imported
  yield `${lines} ${lines === 1 ? 'line' : 'lines'} from ${fromDay} to ${toDay}, ${credits.count} credits of ${money(credits.amount)}`
  yield* comparisonLines(comparison)
  yield preview
    ? `${stored} to store, ${ignored} of no settlement. Nothing was stored.`
    : `${stored} stored, ${known} known before, ${ignored} of no settlement and not stored.`
}

function* comparisonLines({ credited, creditedByAmount, differing, missing, unknown }: Comparison): Generator<string> {
  const byAmount = creditedByAmount > 0 ? `, ${creditedByAmount} of them by amount and day` : ''
  yield `${credited.count} settlements of ${money(credited.amount)} credited${byAmount}`
  for (const { settlementId, utr = 'no UTR', amount, credited: found, day } of differing)
    yield `credit-differs  ${settlementId}  ${utr}  ${money(found)} credited on ${day}, the settlement has ${money(amount)}`
  for (const { settlementId, utr = 'no UTR', amount, day } of missing)
    yield `not-credited  ${settlementId}  ${utr}  ${money(amount)} since ${day}`
  for (const { day, amount, references } of unknown)
    yield `of no settlement  ${day}  ${money(amount)}  ${references.join(' ')}`
}

const exitCodeOf = ({ differing, missing }: Comparison): ExitCode =>
  differing.length + missing.length > 0 ? EXIT.failed : EXIT.ok

const ACTIONS: { readonly [action: string]: Command } = { import: importFile, report, remove } satisfies {
  readonly [Action in keyof typeof OPTIONS]: Command
}
