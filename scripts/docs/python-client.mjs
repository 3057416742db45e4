import { readFileSync, writeFileSync } from 'node:fs'
import { isMain } from '../lib/is-main.mjs'
import { at } from '../lib/paths.mjs'
import { openApiDocuments } from './openapi.mjs'

/** The client. A test compares it with what is made now. */
export const PYTHON_CLIENT = 'examples/python/galla.py'

/** Lines of the client: types and calls are made again, and what stands around them is written there. */
const [TYPES, CLIENT, CALLS] = [
  '# Types of the OpenAPI document.',
  '# End of the types.',
  '    # Calls of the OpenAPI document.',
]

/**
 * Python source of the client of the merchant API, with the types and calls of its OpenAPI document.
 * @throws Error when the client has lost one of the lines around them
 */
export function pythonClient() {
  const [document] = openApiDocuments().flatMap((one) => (one.file.startsWith('merchant') ? [one.document] : []))
  if (!document) throw new Error('scripts/docs/openapi.mjs makes no document of the merchant API')
  const types = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => typeOf(name, schema))
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodOf(method.toUpperCase(), path, operation)),
  )
  const [, head, client] =
    new RegExp(`^(.*${TYPES}\\n).*(${CLIENT}\\n.*${CALLS}\\n)`, 's').exec(readFileSync(at(PYTHON_CLIENT), 'utf8')) ?? []
  if (!client) throw new Error(`${PYTHON_CLIENT} needs the lines "${TYPES}", "${CLIENT}" and "${CALLS}"`)
  return `${head}\n${types.join('\n\n')}\n\n\n${client}\n${methods.join('\n')}`
}

/** Names of fields that Python keeps for itself. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`.split(
    ' ',
  ),
)

function typeOf(name, schema) {
  if (schema.type !== 'object' || !schema.properties) return `${name} = ${annotation(schema, true)}`
  if (Object.keys(schema.properties).some((field) => KEYWORDS.has(field))) return typeOfCall(name, schema)
  const fields = Object.entries(schema.properties).map(
    ([field, one]) =>
      `    ${field}: ${annotation(one)}${one.description ? `\n    """${docstring(one.description)}"""` : ''}`,
  )
  const required = schema.required?.length ? `\n\n    Required: ${schema.required.join(', ')}.\n    ` : ''
  return `\nclass ${name}(TypedDict, total=False):\n    """${docstring(schema.description ?? name)}${required}"""\n\n${fields.join('\n')}`
}

/** A type with a field such as `from`, which cannot be written as a class. */
function typeOfCall(name, { description = name, properties, required }) {
  const fields = Object.entries(properties).flatMap(([field, one]) => [
    ...(one.description ? [`    # ${docstring(one.description)}`] : []),
    `    ${JSON.stringify(field)}: ${annotation(one, true)},`,
  ])
  const note = required?.length ? ` Required: ${required.join(', ')}.` : ''
  return `\n# ${docstring(description)}${note}\n${name} = TypedDict("${name}", {\n${fields.join('\n')}\n}, total=False)`
}

/** Python type of a schema. An alias is evaluated, so names in it that may come later are quoted. */
function annotation(schema, isEvaluated = false) {
  const inner = (one) => annotation(one, isEvaluated)
  const { $ref, type, anyOf, oneOf, enum: values, items } = schema
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`.replace('true', 'True')
  if ($ref) return isEvaluated ? `"${$ref.split('/').at(-1)}"` : $ref.split('/').at(-1)
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
  const any = anyOf ?? oneOf
  if (any) return `Union[${any.map(inner).join(', ')}]`
  if (type === 'array') return `list[${items ? inner(items) : 'Any'}]`
  return { string: 'str', integer: 'int', number: 'int', boolean: 'bool' }[type] ?? 'dict[str, Any]'
}

const docstring = (text) => text.replace(/\s+/g, ' ').replace(/\\/g, '\\\\').replace(/"""/g, "'''").trim()

function methodOf(method, path, { summary, description, parameters, requestBody, responses }) {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => snake(name))
  const query = parameters.find(({ in: where }) => where === 'query')
  const args = [
    ...ids.map((name) => `${name}: str`),
    ...(requestBody ? [bodyArgument(requestBody)] : []),
    ...(query ? [`query: ${annotation(query.schema)} | None = None`] : []),
  ]
  const reply = annotation(responses[200].content['application/json'].schema)
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `{_segment('${snake(name)}', ${snake(name)})}`)
  const passed = [`"${method}"`, ids.length > 0 ? `f"${url}"` : `"${path}"`]
  if (query) passed.push('query=query')
  if (requestBody) passed.push('body=body')
  return `    def ${nameOf(method, path)}(self, ${args.join(', ')}) -> ${reply}:
        """${docstring(`${summary} ${description}`)}"""
        return self._call(${passed.join(', ')})
`.replace('self, )', 'self)')
}

function bodyArgument({ required, content }) {
  const body = `body: ${annotation(content['application/json'].schema)}`
  return required ? body : `${body} | None = None`
}

/** `POST /orders/{id}/sync` is `sync_order`, `GET /refunds` is `list_refunds`, `GET /health` is `get_health`, `POST /orders/{id}/refunds` is `create_refund`. */
function nameOf(method, path) {
  const parts = path.split('/').filter(Boolean)
  const names = parts.filter((part) => !part.startsWith('{')).map((part) => snake(part.replaceAll('-', '_')))
  const last = names.at(-1) ?? ''
  const isItem = parts.at(-1)?.startsWith('{')
  if (method === 'GET') return isItem ? `get_${singular(last)}` : `${last.endsWith('s') ? 'list' : 'get'}_${last}`
  if (method === 'DELETE') return `delete_${singular(last)}`
  return last.endsWith('s') ? `create_${singular(last)}` : `${last}_${singular(names.at(-2) ?? '')}`
}

const singular = (name) => name.replace(/s$/, '')
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

if (isMain(import.meta)) writeFileSync(at(PYTHON_CLIENT), pythonClient())
