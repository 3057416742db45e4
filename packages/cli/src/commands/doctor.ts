import { readArguments, readUrl } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { callbackCode, callbackEndpoint } from '../doctor/callbacks.ts'
import { type Check, type Finding, note } from '../doctor/check.ts'
import { clock, credentials } from '../doctor/environment.ts'
import { firstProtocol, officialPackage } from '../doctor/migration.ts'
import { readProject } from '../doctor/project.ts'
import { hardCodedSecrets } from '../doctor/secrets.ts'
import { type Command, EXIT, usageError } from '../io.ts'
import { formatFinding } from '../output/format.ts'
import { DEFAULT_PORT } from '../sandbox-client.ts'

/** Checks that work for any language: the configuration and the running endpoint. */
const PROVIDER_CHECKS: readonly Check[] = [credentials, clock, callbackEndpoint]
const NODE_CHECKS: readonly Check[] = [
  officialPackage,
  firstProtocol,
  hardCodedSecrets,
  credentials,
  clock,
  callbackCode,
  callbackEndpoint,
]
const noNodeProject: Check = () => [
  note('No package.json: the code is not read', 'call the running endpoint: --callback-url URL, and galla drill URL'),
]

export const doctor: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.doctor.options)
  const [folder = '.', more] = positionals
  if (more !== undefined) throw usageError(`doctor takes one folder; '${more}' is a second one`)
  const callbackUrl = readUrl('--callback-url', values['callback-url'], 'http://127.0.0.1:3000/callbacks')
  const project = readProject(folder, io.env)
  const { GALLA_PG_HOST, GALLA_HOSTS, GALLA_SANDBOX } = project.variables
  const host =
    readUrl('--host', values.host, 'https://api.phonepe.com') ??
    (GALLA_PG_HOST || GALLA_HOSTS || GALLA_SANDBOX || `http://127.0.0.1:${DEFAULT_PORT}`)

  const findings: Finding[] = []
  const checks = project.manifests.length > 0 ? NODE_CHECKS : [noNodeProject, ...PROVIDER_CHECKS]
  for (const check of checks) {
    const found = await check({ project, io, host, callbackUrl })
    findings.push(...found)
    if (!values.json) for (const finding of found) for (const line of formatFinding(finding)) io.out(line)
  }
  const problems = findings.filter(({ level }) => level === 'problem').length
  if (values.json) io.out(JSON.stringify({ findings }))
  else
    io.out(problems === 0 ? '\nNo problems found.' : `\n${problems} ${problems === 1 ? 'problem' : 'problems'} found.`)
  return problems === 0 ? EXIT.ok : EXIT.failed
}
