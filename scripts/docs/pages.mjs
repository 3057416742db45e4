import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.mjs'
import { loadSource } from './load-source.mjs'

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`
const table = (head, rows) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

/** A section of the page of errors. Its anchor is part of links that are printed: `gateway-reference-paid`. */
const section = (group, code, text) => `### ${code} {#${group}-${code.toLowerCase().replaceAll('_', '-')}}\n\n${text}`
const sections = (...all) => all.flat().join('\n\n')

/** Members of a union of codes, each with the comment above it. */
function membersOf(path, name) {
  const source = readFileSync(at(path), 'utf8')
  const start = source.indexOf(`export type ${name} =`)
  const union = source.slice(start).split(/\n\n/)[0] ?? ''
  return [...union.matchAll(/\/\*\* (.+?) \*\/\s*\| '([A-Z_]+)'/g)].map(([, meaning = '', code = '']) => ({
    meaning,
    code,
  }))
}

/** Rows of the table "By kind" of the guide: kind, HTTP status, meaning, what to do. */
function kindSections() {
  const guide = readFileSync(at('docs/errors.md'), 'utf8')
  const [, table = ''] = guide.split(/^## By kind\n[\s\S]*?\n\| -+ \|.*\n/m)
  return [...table.matchAll(/^\| `([a-z-]+)` *\|(.+?)\|(.+?)\|(.+?)\|$/gm)].map(
    ([, kind, http = '', meaning = '', fix = '']) => {
      const status = http.trim() === '–' ? '' : `HTTP status ${http.trim()}. `
      const more = fix.trim() === '–' ? '' : `\n\n**What to do:** ${fix.trim().replaceAll('](', '](../')}`
      return section('sdk', kind, `${status}${meaning.trim()}${more}`)
    },
  )
}

/** Why a callback is refused, with the hint that the error carries. */
async function callbackSections() {
  const { callbackError } = await loadSource('packages/sdk/src/callbacks/refusal.ts')
  const source = readFileSync(at('packages/sdk/src/errors/galla-error.ts'), 'utf8')
  const [, union = ''] = source.split('export type CallbackRefusal =')
  const reasons = [...(union.split('\n\n')[0] ?? '').matchAll(/\| '([a-z-]+)'/g)].map(([, reason]) => reason)
  return reasons.map((reason) => section('callback', reason, callbackError(reason).hint))
}

function gatewaySections() {
  const path = 'packages/gateway/src/errors.ts'
  const statuses = Object.fromEntries(
    [...readFileSync(at(path), 'utf8').matchAll(/^ {2}([A-Z_]+): (\d{3}),$/gm)].map(([, code, status]) => [
      code,
      status,
    ]),
  )
  return membersOf(path, 'GatewayErrorCode').map(({ code, meaning }) =>
    section('gateway', code, `HTTP status ${statuses[code]}. ${cell(meaning)}`),
  )
}

const httpSections = () =>
  membersOf('packages/gateway/src/http/error-codes.ts', 'HttpErrorCode').map(({ code, meaning }) =>
    section('gateway', code, meaning),
  )

/** Lines of the go-live checklist, each with its way out. */
async function checkSections() {
  const path = 'packages/cli/src/gateway/checklist/checklist.ts'
  const { CHECKLIST } = await loadSource(path, { external: ['@galla/gateway'] })
  return CHECKLIST.flatMap(({ items }) => items).map(({ code, requirement, fix, page }) =>
    section('check', code, `${requirement}.\n\n**If not:** ${fix}. See [${page.replace(/\.md.*/, '')}](../${page}).`),
  )
}

/** The page with a section for each code, made from the sources. */
export async function errorsPage() {
  const failures = JSON.parse(readFileSync(at('packages/contract/src/provider/failure-codes.json'), 'utf8'))
  return `# Errors by code

What a call rejects with, and what to do then, is explained in [errors and outcomes](../errors.md). This page lists the codes; it is made from the sources. Errors of the gateway link here: \`error.docsUrl\`, \`docsUrl\` in a
response of the merchant and console API, and the output of the command line.

## Kinds of errors of the SDK

\`error.kind\` of a \`GallaError\`. Decide about money by [\`outcome\`](../errors.md).

${sections(kindSections())}

## Refused callbacks

\`error.reason\` of a \`GallaError\` of the kind \`invalid-callback\`.

${sections(await callbackSections())}

## Codes of the gateway

\`error.code\` of a \`GatewayError\`, and \`code\` in a response of the HTTP APIs. What a React component shows as \`refusal.code\` is one of these or of the next section.

${sections(gatewaySections())}

## Codes of its HTTP APIs

${sections(httpSections())}

## Codes of galla gateway --check

Lines of the [go-live checklist](../deploy.md#go-live-checklist), and \`code\` in \`galla gateway --check --json\`.

${sections(await checkSections())}

## Codes of failed payments and refunds

\`detailedErrorCode\` of an order, a payment attempt or a refund whose state is \`FAILED\`. The list is open: the provider sends other codes too, so show a text of your own for an unknown one.

${table(
  ['Code', 'Coarse code', 'Meaning', 'Step', 'Side'],
  Object.entries(failures).map(([code, { errorCode, meaning, stage, source: side }]) => [
    `\`${code}\``,
    `\`${errorCode}\``,
    meaning,
    stage,
    side,
  ]),
)}
`
}

/** The variables of `galla gateway`, from the table that validates them. */
export async function variablesPage() {
  const { GATEWAY_VARIABLES } = await loadSource('packages/cli/src/gateway/variables.ts')
  return `# Variables of galla gateway

A variable marked with * can be read from a file instead: \`GALLA_CLIENT_SECRET_FILE=/run/secrets/galla\`. An unknown variable that begins with \`GALLA_\` is refused. \`galla gateway --check\` validates them
without a start. This page is made from the table that validates them.

${table(
  ['Variable', 'Meaning', 'Default', 'Needs'],
  GATEWAY_VARIABLES.map(({ name, description, default: fallback, required, secret, needs }) => [
    `\`${name}\`${secret ? ' *' : ''}`,
    description,
    required ? 'required' : fallback === undefined ? '' : `\`${fallback}\``,
    needs ? `\`${needs}\`` : '',
  ]),
)}
`
}

/** One section for each API with its routes, and the documents to download. */
export const httpPage = (apis) => `# HTTP APIs

OpenAPI 3.1 documents, made from the types that the routes are checked against:

${apis.map(({ file, title }) => `* <a href="./${file}" target="_self" download>${file}</a>: ${title}`).join('\n')}

${apis.map(({ document }) => routesOf(document)).join('\n\n')}
`

function routesOf({ info, paths }) {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => [`\`${method.toUpperCase()} ${path}\``, summary]),
  )
  return `## ${info.title}\n\n${cell(info.description)}\n\n${table(['Route', 'What it does'], rows)}`
}
