import { readFileSync } from 'node:fs'
import type { MigrationStep } from '@galla/gateway'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { databaseError } from '../gateway/database-errors.ts'
import { environmentError, readDatabaseVariable, withoutTlsAsAllowed } from '../gateway/environment.ts'
import { loadGateway } from '../gateway/load-gateway.ts'
import { type Command, EXIT } from '../io.ts'
import { withProgress } from '../output/progress.ts'

/** `galla gateway migrate`: brings the schema of GALLA_DATABASE to this release's version. */
export const migrateGateway: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.migrate.options)
  rejectPositionals('gateway migrate', positionals, 'set GALLA_DATABASE')
  const { database, problems } = readDatabaseVariable(io.env, (path) => readFileSync(path, 'utf8'))
  if (problems.length > 0) throw environmentError(problems)

  const { migrateDatabase } = await loadGateway()
  const dryRun = values['dry-run'] === true
  const say = (line: string) => (values.json ? io.err(line) : io.out(line))
  let running = '-- the database, or another process that migrates it'
  const migration = () =>
    migrateDatabase({
      database: withoutTlsAsAllowed(database),
      dryRun,
      onStep: (step, error) => {
        running = titleOf(step)
        say(error ? `-- waits for a lock and is repeated: ${error.message}` : running)
      },
    })
  const report = await withProgress(io, (seconds) => `${running}: waiting for ${seconds} s`, migration).catch(
    (error: unknown) => {
      throw databaseError(error)
    },
  )
  if (values.json) {
    io.out(JSON.stringify(report))
    return EXIT.ok
  }
  const { from, to, steps } = report
  if (steps.length === 0) io.out(`The schema is current: version ${from}.`)
  else if (dryRun) {
    for (const step of steps) io.out(`${titleOf(step)}\n${step.sql}\n`)
    io.out(
      `-- ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} from schema version ${from} to ${to}. Nothing was changed.`,
    )
  } else io.out(`The schema was migrated from version ${from} to ${to}.`)
  return EXIT.ok
}

/** An SQL comment, so that the output of a dry run is SQL. */
const titleOf = ({ version, name, step, of }: MigrationStep) => `-- version ${version} (${name}), step ${step} of ${of}`
