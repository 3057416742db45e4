import { basename } from 'node:path'
import { type Finding, note, problem } from './check.ts'
import { codeOf, formatPlaces, isTestFile, linesOf, type SourceFile } from './project.ts'

const JSON_PARSER = String.raw`(?:(?:express|bodyParser)\s*\.\s*)?\bjson\s*\(`
/** A parser of JSON for every route: it consumes the body of each route that is declared later. */
const GLOBAL_JSON_PARSER = new RegExp(String.raw`\.use\s*\((?:[^'"\`\n]|['"\`]/['"\`]){0,300}?${JSON_PARSER}`)
const NAMED_JSON_PARSER = /\b(?:express|bodyParser)\s*\.\s*json\s*\(/
/** `express.json({ verify: (req, res, raw) => … })` keeps the raw body. */
const KEEPS_RAW_BODY = /\bjson\s*\(\s*\{[^}]{0,300}?\bverify\b|\brawBody\b/
const RAW_PARSER = /\b(?:express|bodyParser)\s*\.\s*(?:raw|text)\s*\(|\b(?:raw|text)\s*\(\s*\{\s*type\b/
const DECLARES_ROUTE = /\.\s*(?:use|post|all|route)\s*\(/
const READS_RAW = /\breq(?:uest)?\s*\.\s*text\s*\(|addContentTypeParser|\bgetRawBody\b|\bfor await\b/

/** Lines between a verification and a condition on the environment that counts as part of the verification. */
const NEAR_LINES = 8
const VERIFICATION =
  /\bvalidateCallback\s*\(|\bcallbacks\s*\.\s*verify\s*\(|\bverify\w{0,40}(?:Signature|Callback|Webhook)/i
const SUBJECT = /\b(?:auth\w*|sig\w*|hash|digest|checksum|expected|is\s*valid|valid\w*|verif\w*|header\w*)\b/i

interface BackDoor {
  /** Parts that follow each other in the line. Each is looked for behind the part before, so that a line is read once. */
  readonly parts: readonly RegExp[]
  /** The line must also be about a signature. */
  readonly subject?: true
  /** The line must be near a verification. */
  readonly near?: true
}

const CONDITION = /\bif\s*\(|&&|\|\|/
const EQUALS = /={2,3}/

/** Conditions that let a callback pass without its signature. */
const BACK_DOORS: readonly BackDoor[] = [
  {
    parts: [
      /(?:skip|bypass|disable|ignore|insecure|no)[_-]?(?:the[_-]?)?(?:unsigned|signature|verif|validat|callback[_-]?(?:auth|check)|webhook[_-]?(?:auth|check))/i,
    ],
  },
  { parts: [/(?:\|\||\?\?)\s*(?:true|1)\b|\bif\s*\(\s*(?:true|1)\s*\)/], near: true },
  // A second condition: another value that is accepted, or a setting.
  {
    parts: [
      /\|\|[^|\n]*(?:={2,3}\s*['"`]|process\.env\b|\b(?:is)?(?:debug|dev|development|test)(?:ing|mode|env)?\b|\.query\b)/i,
    ],
    subject: true,
    near: true,
  },
  { parts: [/['"`]\s*={2,3}/, /\|\|/], subject: true, near: true },
  {
    parts: [
      /\b(?:authorization|signature|auth\w{0,40}Header|x-[\w-]{1,60}['"`]\s*[\])])[^\n]{0,40}?={2,3}\s*['"`](?!string|undefined|object)[^'"`\n]+['"`]/i,
    ],
  },
  { parts: [/\b(?:authorization|signature|auth\w{0,40}Header)\b[^\n]{0,20}\.(?:includes|endsWith)\s*\(\s*['"`]/i] },
  { parts: [CONDITION, /\bNODE_ENV|\bprocess\.env\.\w*(?:DEBUG|DEV|TEST)/], near: true },
  { parts: [/\bif\s*\(/, /\.query\b/i, EQUALS], near: true },
  { parts: [/\bif\s*\(/, /\bheaders?\b/i, /['"`]x-/i, EQUALS], near: true },
]

/** The parts follow each other in the text. */
export function inOrder(text: string, parts: readonly RegExp[]): boolean {
  let rest = text
  for (const part of parts) {
    const found = part.exec(rest)
    if (!found) return false
    rest = rest.slice(found.index + found[0].length)
  }
  return true
}

/** A verification whose failure is caught and forgotten. Distances are bounded, so that each is read once. */
const IGNORED_FAILURE =
  /(?:validateCallback|callbacks\s*\.\s*verify)\s*\([^{}]{0,1000}\}\s*catch\s*(?:\([^)]{0,100}\)\s*)?\{\s*(?:console\s*\.\s*\w+\s*\([^)]{0,1000}\)[\s;]*)*\}(?!\s*finally)/g
const SWALLOWED_PROMISE =
  /\bcallbacks\s*\.\s*verify\s*\([^;]{0,1000}?\)\s*\.catch\s*\(\s*(?:\([^)]{0,100}\)|\w+)\s*=>\s*(?:\{\s*\}|null|undefined|console\b[^;)]{0,1000}\))\s*\)\s*;?\s*\n(?!\s*(?:if|return|const|switch))/g

/** Mistakes of files that verify callbacks, beyond single lines. */
export function ruleFindings(handlers: readonly SourceFile[], sources: readonly SourceFile[]): Finding[] {
  const parsed = handlers.filter((file) => isParsedFirst(file, sources)).map(({ path }) => path)
  const ignored = handlers.flatMap((file) =>
    [IGNORED_FAILURE, SWALLOWED_PROMISE].flatMap((pattern) => {
      const starts = [...codeOf(file).matchAll(pattern)].map(({ index }) => index)
      return linesOf(file.text, starts).map((line) => `${file.path}:${line}`)
    }),
  )
  const backDoors = handlers.flatMap(backDoorsOf)
  return [
    ...(parsed.length > 0
      ? [
          problem(
            `express.json() consumes the raw body before the callback is verified: ${formatPlaces(parsed)}`,
            'use express.raw({ type: () => true }) on the callback route, and declare that route before express.json()',
          ),
        ]
      : []),
    ...(backDoors.length > 0
      ? [
          problem(
            `A condition beside the signature may accept a callback: ${formatPlaces(backDoors)}`,
            'accept a callback only when callbacks.verify or validateCallback does, in every environment; sign test callbacks instead',
          ),
        ]
      : []),
    ...(ignored.length > 0
      ? [
          problem(
            `A failed verification is caught and the callback is handled all the same: ${formatPlaces(ignored)}`,
            'answer 401 and return when the verification throws',
          ),
        ]
      : []),
  ]
}

/** The state or the event of a paid order, with which a callback is compared. */
const PAID = /\bCOMPLETED\b|\border\.completed\b|\b\w+_ORDER_COMPLETED\b/
const READS_STATUS =
  /\b(?:get|read|check|fetch|query|poll|confirm|load|sync|retrieve|request)\w{0,40}Status\w{0,40}\s*\(|\borders\s*\.\s*sync\s*\(|\/status\b/

/** Files that compare a callback with the words of a paid order and read no status: a classic callback can be forged with one leaked header. */
export function statusNotes(handlers: readonly SourceFile[]): Finding[] {
  const places = handlers.flatMap((file) => {
    const code = codeOf(file)
    const at = code.search(PAID)
    return at < 0 || isTestFile(file.path) || READS_STATUS.test(code)
      ? []
      : [`${file.path}:${linesOf(file.text, [at])[0]}`]
  })
  if (places.length === 0) return []
  return [
    note(
      `A callback may decide an order without a status check: ${formatPlaces(places)}`,
      'read the order status first, and fulfil when it is COMPLETED with your amount, once: a classic callback has the same header each time, so one leaked header can forge any callback',
    ),
  ]
}

function backDoorsOf(file: SourceFile): string[] {
  const lines = codeOf(file).split('\n')
  const verifying = lines.flatMap((line, index) => (VERIFICATION.test(line) ? [index] : []))
  const isNear = (index: number): boolean => verifying.some((other) => Math.abs(other - index) <= NEAR_LINES)
  return lines.flatMap((line, index) => {
    const found = BACK_DOORS.some(
      ({ parts, subject, near }) =>
        inOrder(line, parts) && (!subject || SUBJECT.test(line) || VERIFICATION.test(line)) && (!near || isNear(index)),
    )
    return found ? [`${file.path}:${index + 1}`] : []
  })
}

/** True when the callback route of a file receives a parsed body: the file or its app declares a parser before the route. */
function isParsedFirst(file: SourceFile, sources: readonly SourceFile[]): boolean {
  const text = codeOf(file)
  if (KEEPS_RAW_BODY.test(text)) return false
  const global = text.search(GLOBAL_JSON_PARSER)
  const raw = text.search(RAW_PARSER)
  if (global >= 0) return raw >= 0 ? global < raw : !READS_RAW.test(text)
  if (raw < 0 && NAMED_JSON_PARSER.test(text) && !READS_RAW.test(text)) return true
  const isHelper = !DECLARES_ROUTE.test(text)
  const apps = sources.filter(
    (app) => app !== file && GLOBAL_JSON_PARSER.test(codeOf(app)) && !(isHelper && readsRawFirst(codeOf(app))),
  )
  return apps.some((app) => mountsAfterParser(app, file) ?? (raw < 0 && /\breq(?:uest)?\.body\b/.test(text)))
}

/** True when an app has a route with the raw body before its parser: a route that calls a verifying helper. */
function readsRawFirst(app: string): boolean {
  const raw = app.search(RAW_PARSER)
  return raw >= 0 && raw < app.search(GLOBAL_JSON_PARSER)
}

/** True when an app declares its parser before the routes of a file. Undefined when the app does not mount these routes. */
function mountsAfterParser(app: SourceFile, file: SourceFile): boolean | undefined {
  const text = codeOf(app)
  if (KEEPS_RAW_BODY.test(text)) return false
  const name = basename(file.path).replace(/\.\w+$/, '')
  const path = name === 'index' ? basename(file.path.replace(/[\\/][^\\/]+$/, '')) : name
  const from = String.raw`['"\`][^'"\`]*\b${path.replace(/[^\w-]/g, '.')}(?:\.\w+)?['"\`]`
  const imported = new RegExp(
    String.raw`import\s+(?:\{\s*)?(\w+)[^;\n]*\bfrom\s*${from}|(?:const|let|var)\s+(?:\{\s*)?(\w+)[^;\n]*=\s*require\(\s*${from}`,
  ).exec(text)
  const variable = imported?.[1] ?? imported?.[2]
  const use = variable
    ? text.search(new RegExp(String.raw`\.(?:use|post|all)\s*\([^;\n]*\b${variable}\b|\b${variable}\s*\(\s*app\b`))
    : text.search(new RegExp(String.raw`\.use\s*\([^;\n]*(?:require|import)\(\s*${from}`))
  return use < 0 ? undefined : text.search(GLOBAL_JSON_PARSER) < use
}
