import { readFileSync } from 'node:fs'
import { at, root } from '../lib/paths.mjs'
import { readAddresses } from '../release/addresses.mjs'
import { loadSource } from './load-source.mjs'
import { cell, table } from './table.mjs'

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

/** Codes of failed payments and refunds, as a table. */
function failureTable() {
  const failures = JSON.parse(readFileSync(at('packages/contract/src/provider/failure-codes.json'), 'utf8'))
  return table(
    ['Code', 'Coarse code', 'Meaning', 'Step', 'Side'],
    Object.entries(failures).map(([code, { errorCode, meaning, stage, source: side }]) => [
      `\`${code}\``,
      `\`${errorCode}\``,
      meaning,
      stage,
      side,
    ]),
  )
}

/** Chapters of the page, each with the folder of the package that ships it. */
const CHAPTERS = [
  {
    folder: 'sdk',
    text: async () => `## Kinds of errors of the SDK

\`error.kind\` of a \`GallaError\`. Decide about money by [\`outcome\`](../errors.md).

${sections(kindSections())}

## Refused callbacks

\`error.reason\` of a \`GallaError\` of the kind \`invalid-callback\`.

${sections(await callbackSections())}`,
  },
  {
    folder: 'gateway',
    text: async () => `## Codes of the gateway

\`error.code\` of a \`GatewayError\`, and \`code\` in a response of the HTTP APIs. What a React component shows as \`refusal.code\` is one of these or of the next section.

${sections(gatewaySections())}

## Codes of its HTTP APIs

${sections(httpSections())}`,
  },
  {
    folder: 'cli',
    text: async () => `## Codes of galla gateway --check

Lines of the [go-live checklist](../deploy.md#go-live-checklist), and \`code\` in \`galla gateway --check --json\`.

${sections(await checkSections())}`,
  },
  {
    folder: 'gateway',
    text: async () => `## Codes of failed payments and refunds

\`detailedErrorCode\` of an order, a payment attempt or a refund whose state is \`FAILED\`. The list is open: the provider sends other codes too, so show a text of your own for an unknown one.

${failureTable()}`,
  },
]

const join = async (chapters) => (await Promise.all(chapters.map(({ text }) => text()))).join('\n\n')

/** The page of the documentation site, with a section for each code, made from the sources. */
export const errorsPage = async () => `# Errors by code

What a call rejects with, and what to do then, is explained in [errors and outcomes](../errors.md). This page lists the codes; it is made from the sources. Errors of the gateway link here: \`error.docsUrl\`, \`docsUrl\` in a
response of the merchant and console API, and the output of the command line. While there is no documentation site they lead to \`docs/errors.md\` of the installed package, which has the same sections.

${await join(CHAPTERS)}
`

/**
 * `docs/errors.md` of a package: its chapters, in Markdown that every viewer knows.
 * @param {string} folder
 * @param {string | null} docs address of the documentation site
 */
export async function shippedErrors(folder, docs = readAddresses(root).docs) {
  const { name } = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))
  const guides = docs === null ? 'in the folder `docs` of the repository' : `at ${docs}`
  return portable(
    `# Errors of ${name} by code

Guides are ${guides}.

${await join(CHAPTERS.filter((chapter) => chapter.folder === folder))}
`,
    docs,
  )
}

/** Anchors as HTML; links to guides lead to the site, and are the name of the guide while there is none. */
const portable = (markdown, docs) =>
  markdown
    .replaceAll(/^(### \S+) \{#([\w-]+)\}$/gm, '$1 <a id="$2"></a>')
    .replaceAll(/\[([^\]]+)\]\(\.\.\/([\w-]+)\.md(#[\w-]+)?\)/g, (_, text, page, anchor = '') =>
      docs === null ? `${text} (guide \`${page}.md${anchor}\`)` : `[${text}](${docs}/${page}${anchor})`,
    )
