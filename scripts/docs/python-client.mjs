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
import time
import urllib.error
import urllib.request
from typing import Any, Literal, Sequence, TypedDict, Union
from urllib.parse import SplitResult, quote, urlencode, urlsplit


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


class _Secret:
    """A text that no log and no trace of variables shows."""

    def __init__(self, text: str) -> None:
        self.reveal = lambda: text

    def __repr__(self) -> str:
        return "****"


_PRIVATE_HOST = re.compile(
    r"(?:(?!\\d+$|0x[\\da-f]*$)[\\w-]+|(?:[\\w-]+\\.)+(?:internal|local|localhost|test)"
    r"|(?:10|172\\.(?:1[6-9]|2\\d|3[01])|192\\.168)(?:\\.\\d{1,3})+|f[cd][\\da-f]{2}:[\\da-f:]*)",
    re.ASCII | re.IGNORECASE,
)
_LOOPBACK_HOST = re.compile(r"localhost|127(?:\\.\\d{1,3}){3}|::1", re.ASCII)
_MAX_BYTES = 16 * 1024 * 1024
_MAX_TIMEOUT = 3_600


def _checked_url(url: str, hosts_without_tls: Sequence[str]) -> SplitResult:
    """The address without a slash at its end. No message shows it: it may hold a password."""
    if not isinstance(url, str) or not re.fullmatch(r"[!-~]+", url):
        raise ValueError("url must be a text of printable ASCII characters: https://galla.example/merchant")
    try:
        parts = urlsplit(url.rstrip("/"))
        host = parts.hostname or ""
        parts.port
    except ValueError:
        raise ValueError("url must be an address that can be called: https://galla.example/merchant") from None
    if parts.scheme not in ("https", "http") or host == "":
        raise ValueError("url must begin with https:// and a host, or with http:// and a host of this machine")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("url must have no user, query or fragment")
    allowed = [one.lower().strip("[]") for one in hosts_without_tls]
    if parts.scheme == "http" and not _LOOPBACK_HOST.fullmatch(host) and host not in allowed:
        raise ValueError("url must be https: http is accepted on this machine only, and in SANDBOX for a private host that hosts_without_tls names")
    return parts


def _segment(name: str, value: str) -> str:
    """An id as one part of a path. Servers and proxies take a part of dots for another path."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be a text, and neither empty nor . or ..")
    return quote(value, safe="")
`

const CLIENT = `class Galla:
    """Calls of the merchant API. \`url\` is its address, such as http://127.0.0.1:4600/merchant; \`key\` is one of GALLA_MERCHANT_KEY, or of galla gateway keys create.

    The address is https, or http on this machine. In SANDBOX, \`hosts_without_tls\` names private hosts that are called over http, such as \`["gateway"]\` for a container.
    \`timeout\` is in seconds, for the connection, for each read and for the whole body.
    """

    # For a trace of a client that was refused.
    _url = ""

    def __init__(self, url: str, key: str, timeout: float = 30.0, hosts_without_tls: Sequence[str] = ()) -> None:
        self._key = _Secret(key)
        del key
        if not isinstance(self._key.reveal(), str) or not re.fullmatch(r"[!-~]+", self._key.reveal()):
            raise ValueError("key must be printable ASCII characters without spaces, and without the line end of a file that it was read from")
        if isinstance(hosts_without_tls, str) or not all(isinstance(one, str) and _PRIVATE_HOST.fullmatch(one.strip("[]")) for one in hosts_without_tls):
            raise ValueError("hosts_without_tls must be a list of names or addresses of a private network: ['gateway']")
        if hosts_without_tls and self._key.reveal().startswith("galla_live_"):
            raise ValueError("hosts_without_tls is for SANDBOX only, and the key is one of PRODUCTION")
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout <= _MAX_TIMEOUT:
            raise ValueError("timeout must be a number of seconds, above 0 and at most 3600")
        parts = _checked_url(url, hosts_without_tls)
        self._url = parts.geturl()
        self._timeout = timeout
        # A proxy would read what is sent over http. Over https it passes bytes on.
        direct = [urllib.request.ProxyHandler({})] if parts.scheme == "http" else []
        self._opener = urllib.request.build_opener(_NoRedirect, *direct)

    def __repr__(self) -> str:
        return f"Galla({self._url!r})"

    def _call(self, method: str, path: str, query: Any = None, body: Any = None) -> Any:
        pairs = {name: str(value).lower() if isinstance(value, bool) else value for name, value in (query or {}).items() if value is not None}
        data = None if body is None else json.dumps(body).encode()
        url = self._url + path + ("?" + urlencode(pairs) if pairs else "")
        try:
            status, text = self._send(method, url, data)
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
        raise self._refusal(status, reply)

    def _refusal(self, status: int, reply: Any) -> GallaError:
        refusal = reply if isinstance(reply, dict) else {}
        code, message, field = refusal.get("code"), refusal.get("message"), refusal.get("field")
        if not isinstance(code, str) or not isinstance(message, str):
            return GallaError(status, "UNEXPECTED_REPLY", f"HTTP {status} without a reason")
        return GallaError(status, code, message, field if isinstance(field, str) else None)

    def _send(self, method: str, url: str, data: bytes | None) -> tuple[int, bytes]:
        # The headers are in no variable: a trace may show those of each frame.
        request = urllib.request.Request(url, method=method, data=data, headers={"authorization": f"Bearer {self._key.reveal()}", "content-type": "application/json"})
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return reply.status, self._read(reply)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, self._read(error)

    def _read(self, reply: Any) -> bytes:
        until = time.monotonic() + self._timeout
        parts: list[bytes] = []
        left = _MAX_BYTES
        while part := reply.read1(65_536):
            left -= len(part)
            if left < 0:
                raise OSError(f"The answer has more than {_MAX_BYTES} bytes")
            if time.monotonic() > until:
                raise TimeoutError(f"The answer did not arrive within {self._timeout} s")
            parts.append(part)
        if reply.length:
            raise http.client.IncompleteRead(b"", reply.length)
        # A server may repeat what it was sent, and errors show what it answers.
        return b"".join(parts).replace(self._key.reveal().encode(), b"****")
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
