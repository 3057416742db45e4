import { loadSource } from './load-source.mjs'
import { cell, table } from './table.mjs'

/** The variables of `galla gateway`, from the table that validates them. */
export async function variablesPage() {
  const { GATEWAY_VARIABLES } = await loadSource('packages/cli/src/gateway/variables/gateway-variables.ts')
  return `# Variables of galla gateway

A variable marked with * can be read from a file instead: \`GALLA_CLIENT_SECRET_FILE=/run/secrets/galla\`. An unknown variable that begins with \`GALLA_\` is refused. \`galla gateway --check\` validates
all variables, and does not start the gateway. This page shows the table with which the command validates the variables.

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
