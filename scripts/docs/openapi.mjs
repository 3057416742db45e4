import { readFileSync } from 'node:fs'
import { createGenerator } from 'ts-json-schema-generator'
import { at } from '../lib/paths.mjs'
import { loadSource } from './load-source.mjs'

const { version } = JSON.parse(readFileSync(at('packages/gateway/package.json'), 'utf8'))
const FOLDER = 'packages/contract/src/gateway-api'

/** The APIs, each by the interface that its route table must match to compile. */
const APIS = [
  {
    file: 'merchant-api.openapi.json',
    title: 'Merchant API',
    source: 'merchant-routes.ts',
    type: 'MerchantRoutes',
    server: { url: 'http://127.0.0.1:4600/merchant', description: 'galla gateway with its defaults' },
    security: {
      merchantKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key of GALLA_MERCHANT_KEY, which may do everything, or one of galla gateway keys create with the scope that the operation lists.',
      },
    },
    scopes: 'merchant-scopes.ts',
    examples: (await loadSource(`${FOLDER}/merchant-examples.ts`)).MERCHANT_EXAMPLES,
    webhook: { type: 'MerchantNotification', events: 'events.ts' },
  },
  {
    file: 'console-api.openapi.json',
    title: 'Console API',
    source: 'console-routes.ts',
    type: 'ConsoleRoutes',
    server: { url: 'http://127.0.0.1:4600/admin/api', description: 'galla gateway with its defaults' },
    security: {
      session: { type: 'apiKey', in: 'cookie', name: 'galla_session', description: 'Set by POST /session.' },
      csrf: {
        type: 'apiKey',
        in: 'header',
        name: 'x-csrf-token',
        description: 'Needed by requests that change something.',
      },
    },
    scopes: undefined,
    examples: {},
    webhook: undefined,
  },
]

/** Makes the OpenAPI 3.1 documents of the gateway from the contract's types. */
export const openApiDocuments = () => APIS.map((api) => ({ ...api, document: documentOf(api) }))

const schemaOf = (source, type) =>
  createGenerator({
    path: at(FOLDER, source),
    tsconfig: at('packages/contract/tsconfig.json'),
    type,
    skipTypeCheck: true,
    topRef: false,
    additionalProperties: false,
  }).createSchema(type)

function documentOf({ title, source, type, server, security, scopes, examples, webhook }) {
  const { properties, definitions: ofRoutes = {}, description } = schemaOf(source, type)
  const { definitions: ofWebhook = {}, ...notification } = webhook ? schemaOf(source, webhook.type) : {}
  const definitions = { ...ofRoutes, ...ofWebhook, ...(webhook ? { [webhook.type]: notification } : {}) }
  const names = nameAll(Object.keys(definitions))
  const rename = (value) => renameRefs(value, names)
  const comments = commentsOf(readFileSync(at(FOLDER, source), 'utf8'))
  return {
    openapi: '3.1.0',
    info: {
      title: `Galla: ${title}`,
      version,
      description: oneLine(description ?? title),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [server],
    security: [Object.fromEntries(Object.keys(security).map((name) => [name, []]))],
    paths: pathsOf(properties, {
      comments,
      rename,
      definitions,
      examples,
      scopes: scopes && scopesOf(readFileSync(at(FOLDER, scopes), 'utf8')),
    }),
    ...(webhook ? { webhooks: webhooksOf(webhook.type, readFileSync(at(FOLDER, webhook.events), 'utf8')) } : {}),
    components: {
      schemas: {
        Error: ERROR,
        ...Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [names.get(name), rename(schema)])),
      },
      securitySchemes: security,
    },
  }
}

const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    docsUrl: { type: 'string', format: 'uri-reference' },
  },
}

/** False for a body of which every field is optional: no body is the same as `{}`. */
function isNeeded({ $ref, ...body }, definitions) {
  const { type, required = [] } = $ref ? definitions[decodeURIComponent($ref.split('/').at(-1))] : body
  return type !== 'object' || required.length > 0
}

function pathsOf(routes, { comments, rename, definitions, scopes, examples }) {
  const paths = {}
  for (const [route, { properties }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    const { query, body, response } = properties
    const example = examples[route]
    const params = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...(example ? { example: example.path[name] } : {}),
    }))
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      operationId: operationOf(method, pattern),
      summary: comments.get(route) ?? fallbackSummary(method, pattern),
      ...(method === 'POST' && pattern === '/session' ? { security: [] } : {}),
      ...(scopes ? scoped(scopes.get(route)) : {}),
      parameters: [...params, ...queryOf(query && rename(query), example?.query)],
      ...(body
        ? { requestBody: { required: isNeeded(body, definitions), content: json(rename(body), example?.body) } }
        : {}),
      responses: {
        200: { description: 'Done', content: json(rename(response)) },
        ...(scopes ? REFUSALS : {}),
        default: { description: 'Refused or failed', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    }
  }
  return paths
}

const refusal = (description) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Answers of every route with a key. */
const REFUSALS = {
  401: refusal('No key, or one that is wrong, expired or revoked: WRONG_KEY, KEY_EXPIRED, KEY_REVOKED'),
  403: refusal('The key does not have the scope: SCOPE_MISSING'),
  429: refusal('More calls than the key may make: TOO_MANY_CALLS, with the header retry-after'),
}

/** The scope of each route, as the table in the contract says it. */
const scopesOf = (source) =>
  new Map([...source.matchAll(/^ {2}'([A-Z]+ \/[^']*)': '([\w:]+)',$/gm)].map(([, route, scope]) => [route, scope]))

/** OpenAPI 3.1 lists roles of a bearer key where OAuth has its scopes. */
function scoped(scope) {
  if (scope === undefined) throw new Error('A route of the merchant API has no scope')
  return scope === 'any'
    ? { description: 'Needs a key of any scope.', security: [{ merchantKey: [] }] }
    : { description: `Needs a key with the scope ${scope}.`, security: [{ merchantKey: [scope] }] }
}

/** A query is sent as one object of text: OpenAPI spreads it over the query string. */
const queryOf = (schema, example) =>
  schema === undefined
    ? []
    : [{ name: 'query', in: 'query', style: 'form', explode: true, schema, ...(example ? { example } : {}) }]

const json = (schema, example) => ({ 'application/json': { schema, ...(example ? { example } : {}) } })

/** The posts to the merchant's server, one for each event, as Standard Webhooks. */
function webhooksOf(type, events) {
  const header = (name, description) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const found = [
    ...events.matchAll(
      /\/\*\* (.+) \*\/\n {2}'([a-z_]+\.[a-z_]+)': '(?:order|refund|subscription|settlement|dayClose)',/g,
    ),
  ]
  return Object.fromEntries(
    found.map(([, summary, name]) => [
      name,
      {
        post: {
          summary: summary.replaceAll('`', ''),
          description: 'Posted to GALLA_NOTIFY_URL until it is answered 2xx, and signed with GALLA_NOTIFY_SECRET.',
          security: [],
          parameters: [
            header('webhook-id', 'The same in every repetition: process a notification once.'),
            header('webhook-timestamp', 'Seconds of the epoch.'),
            header('webhook-signature', 'Signatures of Standard Webhooks, separated by spaces.'),
          ],
          requestBody: { required: true, content: json({ $ref: `#/components/schemas/${type}` }) },
          responses: { '2XX': { description: 'Stored' } },
        },
      },
    ]),
  )
}

/** `POST /orders/:merchantOrderId/sync` is `postOrdersByMerchantOrderIdSync`. */
const operationOf = (method, pattern) =>
  method.toLowerCase() +
  pattern
    .split(/[/-]/)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
    .join('')

const capital = (word) => word[0].toUpperCase() + word.slice(1)
const VERBS = { GET: 'Reads', POST: 'Changes', PUT: 'Replaces', PATCH: 'Changes', DELETE: 'Removes' }
const fallbackSummary = (method, pattern) =>
  `${VERBS[method]} ${pattern
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .join(' ')}.`

/** Comments in front of routes, by route. */
function commentsOf(source) {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([A-Z]+ \/[^']*)'/g)
  return new Map([...found].map(([, text, route]) => [route, oneLine(text.replace(/^\s*\* ?/gm, ''))]))
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** Names of generic types have characters that a component may not have: `Page<Order>` becomes `PageOfOrder`. */
function nameAll(names) {
  const result = new Map()
  for (const name of names) {
    const plain = name
      .replace(/-[\d-]+/g, '')
      .replace(/<def-/g, 'Of')
      .replace(/[<,|&]/g, 'Of')
      .replace(/[^\w.-]/g, '')
    let unique = plain
    for (let n = 2; [...result.values()].includes(unique); n += 1) unique = `${plain}${n}`
    result.set(name, unique)
  }
  return result
}

function renameRefs(value, names) {
  if (Array.isArray(value)) return value.map((one) => renameRefs(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key !== '$ref' || typeof one !== 'string') return [key, renameRefs(one, names)]
      const name = decodeURIComponent(one.replace('#/definitions/', ''))
      return [key, `#/components/schemas/${names.get(name) ?? name}`]
    }),
  )
}
