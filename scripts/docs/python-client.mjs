import { writeFileSync } from 'node:fs'
import { isMain } from '../lib/is-main.mjs'
import { at } from '../lib/paths.mjs'
import { openApiDocuments } from './openapi.mjs'

/** Where the client is kept. A test compares it with what is made now. */
export const PYTHON_CLIENT = 'examples/python/galla.py'

const HEAD = `"""Client of Galla's merchant API, made from its OpenAPI document: node scripts/docs/python-client.mjs

Python 3.9 or later, no packages. Amounts are paise, times are epoch milliseconds.
"""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from typing import Any, Literal, TypedDict, Union
from urllib.parse import quote, urlencode


class GallaError(Exception):
    """The gateway refused a call (\`status\` 4xx), could not do it (5xx), or did not answer (\`status\` 0), also when its answer was cut off or cannot be read.

    Repeat a call without an answer with the same id: the gateway answers with the same order or refund.
    """

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.field = field


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None
`

const CLIENT = `class Galla:
    """Calls of the merchant API. \`url\` is its address, such as http://127.0.0.1:4600/merchant; \`key\` is one of GALLA_MERCHANT_KEY, or of galla gateway keys create.

    \`timeout\` is in seconds, for the connection and for each read, not for a whole call: a server that sends a byte now and then takes longer.
    """

    def __init__(self, url: str, key: str, timeout: float = 30.0) -> None:
        if not re.fullmatch(r"[!-~]+", key):
            # Without the key: errors are logged.
            raise ValueError("key must be printable ASCII characters without spaces, and without the line end of a file that it was read from")
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Galla({self._url!r})"

    def _call(self, method: str, path: str, query: Any = None, body: Any = None) -> Any:
        pairs = {name: str(value).lower() if isinstance(value, bool) else value for name, value in (query or {}).items() if value is not None}
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self._key}", "content-type": "application/json"}
        try:
            url = self._url + path + ("?" + urlencode(pairs) if pairs else "")
            status, text = self._send(urllib.request.Request(url, method=method, data=data, headers=headers))
        except (OSError, http.client.HTTPException, OverflowError) as error:
            raise GallaError(0, "NO_ANSWER", str(error) or type(error).__name__) from None
        except (ValueError, TypeError):
            raise GallaError(0, "NO_ANSWER", f"{self._url} is no address that can be called") from None
        try:
            reply = json.loads(text)
        except (ValueError, RecursionError):
            if status < 300:
                raise GallaError(0, "NO_ANSWER", "The answer is no JSON that can be read") from None
            reply = None
        if status < 300:
            return reply
        refusal = reply if isinstance(reply, dict) else {}
        code, message = refusal.get("code"), refusal.get("message")
        if not isinstance(code, str) or not isinstance(message, str):
            raise GallaError(status, "UNEXPECTED_REPLY", f"HTTP {status} without a reason")
        raise GallaError(status, code, message, refusal.get("field"))

    def _send(self, request: urllib.request.Request) -> tuple[int, bytes]:
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()
`

/** Python source of the client of the merchant API. */
export function pythonClient() {
  const [document] = openApiDocuments().flatMap((one) => (one.file.startsWith('merchant') ? [one.document] : []))
  if (!document) throw new Error('scripts/docs/openapi.mjs makes no document of the merchant API')
  const types = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => typeOf(name, schema))
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodOf(method.toUpperCase(), path, operation)),
  )
  return `${HEAD}\n\n${types.join('\n\n')}\n\n\n${CLIENT}\n${methods.join('\n')}`
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
    ...(requestBody ? [`body: ${annotation(requestBody.content['application/json'].schema)}`] : []),
    ...(query ? [`query: ${annotation(query.schema)} | None = None`] : []),
  ]
  const reply = annotation(responses[200].content['application/json'].schema)
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `{quote(${snake(name)}, safe='')}`)
  const passed = [`"${method}"`, ids.length > 0 ? `f"${url}"` : `"${path}"`]
  if (query) passed.push('query=query')
  if (requestBody) passed.push('body=body')
  return `    def ${nameOf(method, path)}(self, ${args.join(', ')}) -> ${reply}:
        """${docstring(`${summary} ${description}`)}"""
        return self._call(${passed.join(', ')})
`.replace('self, )', 'self)')
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
