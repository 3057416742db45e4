import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from '../lib/is-main.mjs'
import { at } from '../lib/paths.mjs'
import { openApiDocuments } from './openapi.mjs'

/** Where the collection is kept. A test compares it with what is made now, and sends its requests. */
export const BRUNO_FOLDER = 'examples/bruno'

/**
 * The files of a Bruno collection of the merchant API, by their names, made from its OpenAPI document.
 * @returns {{ [name: string]: string }}
 */
export function brunoCollection() {
  const [api] = openApiDocuments()
  if (!api) throw new Error('No OpenAPI document')
  const { document, examples } = api
  const [{ url }] = document.servers
  // In the order of the examples, in which the requests work one after the other.
  const routes = Object.keys(examples).map((route) => {
    const [verb = '', pattern = ''] = route.split(' ')
    const [method, path] = [verb.toLowerCase(), pattern.replace(/:(\w+)/g, '{$1}')]
    return { method, path, ...document.paths[path][method] }
  })
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection', ignore: [] }, null, 2)}\n`,
    'collection.bru': block('auth', ['mode: bearer']) + block('auth:bearer', ['token: {{merchantKey}}']),
    'environments/local.bru': `${block('vars', [`baseUrl: ${url}`])}vars:secret [\n  merchantKey\n]\n`,
    ...Object.fromEntries(
      routes.map((route, index) => [`${sortable(index + 1)}-${route.operationId}.bru`, requestOf(route, index + 1)]),
    ),
  }
}

const sortable = (number) => String(number).padStart(2, '0')

const block = (name, lines) => `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n\n`

function requestOf({ method, path, summary, description, parameters, requestBody }, seq) {
  const query = parameters.find(({ in: where }) => where === 'query')?.example ?? {}
  const ids = parameters.filter(({ in: where }) => where === 'path')
  const body = requestBody?.content['application/json'].example
  const text = new URLSearchParams(query).toString()
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${text && `?${text}`}`
  const parts = [
    block('meta', [`name: ${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, 'type: http', `seq: ${seq}`]),
    block(method, [`url: ${url}`, `body: ${body ? 'json' : 'none'}`, 'auth: inherit']),
  ]
  if (text)
    parts.push(
      block(
        'params:query',
        Object.entries(query).map(([name, value]) => `${name}: ${value}`),
      ),
    )
  if (ids.length > 0)
    parts.push(
      block(
        'params:path',
        ids.map(({ name, example }) => `${name}: ${example}`),
      ),
    )
  if (body) parts.push(block('body:json', JSON.stringify(body, null, 2).split('\n')))
  parts.push(block('docs', [summary, description]))
  return `${parts.join('').trimEnd()}\n`
}

if (isMain(import.meta)) {
  const files = brunoCollection()
  rmSync(at(BRUNO_FOLDER, 'environments'), { recursive: true, force: true })
  mkdirSync(at(BRUNO_FOLDER, 'environments'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at(BRUNO_FOLDER), name), text)
}
