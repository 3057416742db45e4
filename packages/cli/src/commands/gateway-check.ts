import { readFileSync } from 'node:fs'
import { type CheckedGroup, type CheckResult, countResults, runChecklist } from '../gateway/checklist/checklist.ts'
import { gatherFacts } from '../gateway/checklist/facts.ts'
import type { Status } from '../gateway/checklist/item.ts'
import { readGatewayEnvironment } from '../gateway/environment.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'

/** `galla gateway --check`: answers every line of the go-live checklist. Only a line that fails makes it fail. */
export async function checkGateway(io: Io, json: boolean): Promise<ExitCode> {
  const facts = await gatherFacts(
    io,
    readGatewayEnvironment(io.env, (path) => readFileSync(path, 'utf8')),
  )
  const groups = runChecklist(facts)
  const counts = countResults(groups)
  const ok = counts.fail === 0
  if (json) io.out(JSON.stringify({ ok, counts, checks: groups.flatMap(({ results }) => results) }))
  else {
    for (const line of groups.flatMap(formatGroup)) io.out(line)
    io.out(
      `\n${counts.pass} passed, ${counts.warning} with a warning, ${counts.fail} failed, ${counts.unknown} cannot be known from here.`,
    )
  }
  return ok ? EXIT.ok : EXIT.failed
}

const LABELS: { readonly [One in Status]: string } = {
  pass: 'pass   ',
  warning: 'warning',
  fail: 'FAIL   ',
  unknown: '?      ',
}

const INDENT = ' '.repeat(10)

const formatGroup = ({ title, results }: CheckedGroup): string[] => [`\n${title}`, ...results.flatMap(formatResult)]

function formatResult({ code, status, reason, details = [], fix, url }: CheckResult): string[] {
  const first = `  ${LABELS[status]} ${code}: ${reason}`
  const more = details.map((detail) => `${INDENT}- ${detail}`)
  return fix === undefined ? [first] : [first, ...more, `${INDENT}${fix}`, `${INDENT}${url}`]
}
