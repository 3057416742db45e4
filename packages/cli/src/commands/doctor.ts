import { readArguments } from '../arguments.ts'
import { DEFAULT_PORT } from '../control.ts'
import { callbackCode } from '../doctor/callback-code.ts'
import { callbackEndpoint } from '../doctor/callback-endpoint.ts'
import type { Check, Finding } from '../doctor/check.ts'
import { clock } from '../doctor/clock.ts'
import { credentials } from '../doctor/credentials.ts'
import { firstProtocol } from '../doctor/first-protocol.ts'
import { officialPackage } from '../doctor/official-package.ts'
import { readProject } from '../doctor/project.ts'
import { wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'
import { findingLines } from '../print/finding.ts'

const CHECKS: readonly Check[] = [officialPackage, firstProtocol, credentials, clock, callbackCode, callbackEndpoint]

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    host: { type: 'string' },
    'callback-url': { type: 'string' },
    json: { type: 'boolean' },
  })
  const [folder = '.', more] = positionals
  if (more !== undefined) throw wrongUse(`doctor takes one folder; '${more}' is a second`)
  const callbackUrl = addressOf('callback-url', values['callback-url'])
  const project = readProject(folder, io.env)
  const { GALLA_PG_HOST, GALLA_HOSTS, GALLA_SANDBOX } = project.variables
  const host =
    addressOf('host', values.host) ??
    (GALLA_PG_HOST || GALLA_HOSTS || GALLA_SANDBOX || `http://127.0.0.1:${DEFAULT_PORT}`)

  const findings: Finding[] = []
  for (const check of CHECKS) {
    const found = await check({ project, io, host, callbackUrl })
    findings.push(...found)
    if (!values.json) for (const finding of found) for (const line of findingLines(finding)) io.out(line)
  }
  const wrong = findings.filter(({ level }) => level === 'wrong').length
  if (values.json) io.out(JSON.stringify({ findings }))
  else io.out(wrong === 0 ? '\nNothing to change.' : `\n${wrong} to change.`)
  return wrong === 0 ? EXIT.ok : EXIT.failed
}

function addressOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return text
  throw wrongUse(`--${name} takes a whole address such as http://127.0.0.1:3000/callbacks; got '${text}'`)
}
