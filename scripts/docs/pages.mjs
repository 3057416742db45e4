import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.mjs'
import { loadSource } from './load-source.mjs'

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`
const table = (head, rows) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

/** Lines of the go-live checklist, each with its way out. */
async function checksSection() {
  const { CHECKLIST } = await loadSource('packages/cli/src/gateway/checklist/checklist.ts', {
    external: ['@galla/gateway'],
  })
  return CHECKLIST.flatMap(({ items }) => items)
    .map(
      ({ code, question, wayOut, page }) =>
        `### ${code} {#check-${code}}\n\n${question}.\n\n**If not:** ${wayOut}. See [${page.replace(/\.md.*/, '')}](../${page}).`,
    )
    .join('\n\n')
}

/** Errors by code: the gateway's from the comments of its union of codes, failures of payments from the table of the contract. */
export async function errorsPage() {
  const source = readFileSync(at('packages/gateway/src/errors.ts'), 'utf8')
  const union = source.slice(source.indexOf('export type GatewayErrorCode'), source.indexOf('type Status ='))
  const codes = [...union.matchAll(/\/\*\* (.+?) \*\/\s*\| '([A-Z_]+)'/g)].map(([, meaning, code]) => ({
    code,
    meaning,
  }))
  const statuses = Object.fromEntries(
    [...source.matchAll(/^ {2}([A-Z_]+): (\d{3}),$/gm)].map(([, code, status]) => [code, status]),
  )
  const failures = JSON.parse(readFileSync(at('packages/contract/src/provider/failure-codes.json'), 'utf8'))
  return `# Errors by code

What a call rejects with, and what to do then, is explained in [errors and outcomes](../errors.md). This page lists the codes; it is made from the sources.

## Codes of the gateway

\`error.code\` of a \`GatewayError\`, and \`code\` in a response of the HTTP APIs.

${codes.map(({ code, meaning }) => `### ${code}\n\nHTTP status ${statuses[code ?? '']}. ${cell(meaning)}`).join('\n\n')}

## Codes of galla gateway --check

Lines of the [go-live checklist](../deploy.md#go-live-checklist), and \`code\` in \`galla gateway --check --json\`.

${await checksSection()}

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
