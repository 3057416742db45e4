import { type Check, ok, wrong } from './check.ts'
import { placesOf, tell } from './places.ts'
import type { SourceFile } from './project.ts'

const HANDLES = /\bvalidateCallback\s*\(|\bcallbacks\.verify\s*\(/
const JSON_PARSER = /\b(?:express|bodyParser)\.json\s*\(\s*\)/
const RAW_BODY =
  /\b(?:express|bodyParser)\.(?:raw|text)\s*\(|\brawBody\b|\breq(?:uest)?\.text\s*\(|addContentTypeParser/

interface Sign {
  readonly pattern: RegExp
  readonly says: string
  readonly way: string
}

const SIGNS: readonly Sign[] = [
  {
    pattern: /JSON\.stringify\s*\(\s*(?:req|request|ctx|c)(?:\.request)?\.body\b/,
    says: 'A parsed body is written out again for a callback check',
    way: 'hand over the body as it came: express.raw({ type: "*/*" }) on this route alone, then req.body.toString()',
  },
  {
    pattern: /\.headers\s*(?:\.|\[\s*['"])(?:Authorization|AUTHORIZATION)\b/,
    says: "A header is read as 'Authorization'; Node gives header names in lower case",
    way: "read headers.authorization, or headers.get('authorization')",
  },
  {
    pattern: /\.headers\s*(?:\.|\[\s*['"])authori[sz]ations?\b(?<!authorization)|['"]x-authorization['"]/i,
    says: 'A header is spelled in a way that the provider does not send',
    way: "it is 'authorization', with a z",
  },
  {
    pattern: /\.headers\s*\[\s*['"]x-verify['"]/i,
    says: 'A callback is checked by X-VERIFY, which belongs to the first protocol',
    way: "check the header 'authorization' with callbacks.verify or validateCallback",
  },
]

/** Is the callback endpoint's code one of the ways that do not work? Reads files that check callbacks. */
export const callbackCode: Check = ({ project }) => {
  const handlers = project.sources.filter(({ text }) => HANDLES.test(text) || /['"]x-verify['"]/i.test(text))
  if (handlers.length === 0) return []
  const found = SIGNS.flatMap(({ pattern, says, way }) => {
    const places = placesOf(handlers, pattern)
    return places.length > 0 ? [wrong(`${says}: ${tell(places)}`, way)] : []
  })
  const parsed = parsedFirst(handlers)
  if (parsed.length > 0)
    found.push(
      wrong(
        `express.json() takes the raw body away from the callback check: ${tell(parsed)}`,
        'put express.raw({ type: "*/*" }) on the callback route, before express.json()',
      ),
    )
  return found.length > 0 ? found : [ok(`The callback check reads well: ${tell(handlers.map(({ path }) => path))}`)]
}

const parsedFirst = (handlers: readonly SourceFile[]) =>
  handlers.filter(({ text }) => JSON_PARSER.test(text) && !RAW_BODY.test(text)).map(({ path }) => path)
