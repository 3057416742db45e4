import { sign } from '@galla/sdk/testing'
import type { Io } from '../io.ts'
import { ruleFindings, statusNotes } from './callback-rules.ts'
import { type Check, type Finding, note, ok, problem } from './check.ts'
import { codeOf, findLines, formatPlaces, isTestFile, type Project } from './project.ts'

const VERIFIES_CALLBACKS = /\bvalidateCallback\s*\(|\bcallbacks\.verify\s*\(/
/** A digest that is computed and compared by hand. */
const OWN_COMPARISON = /\bauthorization\b[\s\S]*\bcreateHash\s*\(|\bcreateHash\s*\([\s\S]*\bauthorization\b/i
/** Code that takes payments. */
const TAKES_PAYMENTS =
  /\b(?:standardCheckout|customCheckout)\b|\b(?:Standard|Custom)Checkout(?:Client|PayRequest)\b|\bcheckout\/v2\/(?:pay|sdk)\b|\bpayments\/v2\/pay\b/
/** A route that receives posts, by its path. */
const CALLBACK_ROUTE =
  /(?:\.(?:post|all|use|route)\s*\(|@(?:Post|All|Controller)\s*\(|\bcase\b|pathname\s*={2,3}|\burl\s*={2,3})\s*\(?['"`][^'"`\s]*(?:callback|webhook|s2s)[^'"`\s]*['"`]/i
/** A file whose path is the route: Next, Nuxt, SvelteKit, Remix. */
const ROUTE_FILE = /(?:callback|webhook|s2s)[^/]*(?:\/(?:route|\+server|index))?(?:\.post)?\.[cm]?[jt]s$/i
const RECEIVES_POST = /\bPOST\b|\bdefault\b|\baction\b/
/** The gateway verifies by itself. */
const GATEWAY = /\b(?:createGateway|mountGateway)\s*\(|['"]@galla\/gateway\b/

interface CodePattern {
  readonly pattern: RegExp
  readonly description: string
  readonly fix: string
}

const MISTAKES: readonly CodePattern[] = [
  {
    pattern: /JSON\.stringify\s*\(\s*(?:req|request|ctx|c)(?:\.request)?\.body\b/,
    description: 'A parsed body is serialized again for callback verification',
    fix: 'pass the raw body: express.raw({ type: () => true }) on this route alone, then req.body.toString()',
  },
  {
    pattern: /\.headers\s*(?:\.|\[\s*['"])(?:Authorization|AUTHORIZATION)\b/,
    description: "A header is read as 'Authorization'; Node has header names in lower case",
    fix: "read headers.authorization, or headers.get('authorization')",
  },
  {
    pattern: /\.headers\s*(?:\.|\[\s*['"])authori[sz]ations?\b(?<!authorization)|['"]x-authorization['"]/i,
    description: 'A header name is misspelt',
    fix: "the provider sends 'authorization', with a z",
  },
  {
    pattern: /\.headers\s*\[\s*['"]x-verify['"]/i,
    description: 'A callback is verified by X-VERIFY, which belongs to the v1 API',
    fix: "verify the header 'authorization' with callbacks.verify or validateCallback",
  },
]

/** In any file: a controller can make the text that a service verifies. */
const SERIALIZED_BODY = /\braw_?(?:body|data|payload)\s*=\s*JSON\.stringify\s*\(/i

/** Looks for known mistakes in files that verify callbacks. */
export const callbackCode: Check = ({ project }) => {
  const handlers = project.sources.filter(
    ({ text }) => VERIFIES_CALLBACKS.test(text) || /['"]x-verify['"]/i.test(text) || OWN_COMPARISON.test(text),
  )
  if (handlers.length === 0) return unverified(project)
  const found = MISTAKES.flatMap(({ pattern, description, fix }) => {
    const places = findLines(handlers, pattern)
    return places.length > 0 ? [problem(`${description}: ${formatPlaces(places)}`, fix)] : []
  })
  const sources = project.sources.filter(({ path }) => !isTestFile(path))
  const serialized = findLines(sources, SERIALIZED_BODY)
  if (serialized.length > 0)
    found.push(
      problem(
        `A parsed body is serialized again as the raw body: ${formatPlaces(serialized)}`,
        'keep the received bytes: express.raw() on this route, rawBody: true in Nest, req.text() in Next',
      ),
    )
  found.push(...ruleFindings(handlers, project.sources))
  const notes = statusNotes(handlers.filter(({ text }) => VERIFIES_CALLBACKS.test(text)))
  if (found.length > 0) return [...found, ...notes]
  return [ok(`No known mistake in callback verification: ${formatPlaces(handlers.map(({ path }) => path))}`), ...notes]
}

/** Code that takes payments and never verifies a callback. */
function unverified({ sources }: Project): Finding[] {
  if (sources.some(({ text }) => GATEWAY.test(text)) || !sources.some((file) => TAKES_PAYMENTS.test(codeOf(file))))
    return []
  const files = sources.filter(
    ({ path, text }) => ROUTE_FILE.test(path.replaceAll('\\', '/')) && RECEIVES_POST.test(text),
  )
  const routes = [...files.map(({ path }) => path), ...findLines(sources, CALLBACK_ROUTE)]
  const fix = 'verify the raw body with callbacks.verify or validateCallback, then read the status'
  if (routes.length > 0) return [problem(`A callback route verifies nothing: ${formatPlaces(routes)}`, fix)]
  return [note('No code verifies callbacks', `${fix}; without callbacks, poll the status of every open order`)]
}

const CALLBACK_TIMEOUT_MS = 5_000
/** The order does not exist: a correct endpoint accepts the callback, finds nothing to do, and answers 2xx. */
const TEST_CALLBACK = JSON.stringify({
  event: 'checkout.order.failed',
  type: 'CHECKOUT_ORDER_FAILED',
  payload: {
    merchantOrderId: 'galla-doctor',
    orderId: 'OMO-galla-doctor',
    state: 'FAILED',
    amount: 100,
    paymentDetails: [],
  },
})

/** Checks that the running endpoint accepts a callback signed with the configured credentials, and refuses others. */
export const callbackEndpoint: Check = async ({ io, project: { variables }, callbackUrl }) => {
  if (callbackUrl === undefined)
    return [note('The callback endpoint was not called', 'start your app and pass --callback-url URL')]
  const username = findVariable(variables, /CALLBACK_USER(?:NAME)?$/)
  const password = findVariable(variables, /CALLBACK_PASS(?:WORD)?$/)
  if (!username || !password)
    return [
      note(
        'The callback endpoint was not called: its credentials are not in the environment',
        'set …CALLBACK_USERNAME and …CALLBACK_PASSWORD as in the dashboard',
      ),
    ]

  const valid = await sign(TEST_CALLBACK, { username, password })
  const forged = await sign(TEST_CALLBACK, { username, password: `${password}.` })
  const status = await post(io, callbackUrl, valid)
  if (status === undefined)
    return [problem(`Nothing answers at ${callbackUrl}`, 'start your app first, or pass the address it listens on')]
  const found = isAccepted(status) ? [ok('The endpoint accepts a correctly signed callback')] : explainRefusal(status)
  const [unsignedStatus, forgedStatus] = [await post(io, callbackUrl, {}), await post(io, callbackUrl, forged)]
  if (isAccepted(unsignedStatus))
    found.push(
      problem(
        'The endpoint accepts a callback without a signature',
        'verify it first, with callbacks.verify or validateCallback, and answer 401',
      ),
    )
  else if (isAccepted(forgedStatus))
    found.push(
      problem(
        'The endpoint accepts a callback that is signed with other credentials',
        'compare the whole header with callbacks.verify or validateCallback',
      ),
    )
  else found.push(ok('The endpoint refuses unsigned and forged callbacks'))
  return found
}

/** The likely cause of a refused valid callback, by the status of the refusal. */
function explainRefusal(status: number): Finding[] {
  if (status === 404 || status === 405)
    return [
      problem(`The endpoint answers ${status} to a POST`, 'pass the URL of the callback route, and accept POST there'),
    ]
  if (status >= 500)
    return [
      problem(
        `The endpoint fails on a valid callback (${status})`,
        'most often the body was parsed before: verify the raw text. In Express, express.raw() on this route, before express.json()',
      ),
    ]
  return [
    problem(
      `The endpoint refuses a callback that is signed with the configured credentials (${status})`,
      'its username and password differ from those in the environment, it reads another header than authorization, or it verifies a parsed body',
    ),
  ]
}

/** @returns Undefined without a reply. */
async function post(io: Io, url: string, headers: { [name: string]: string }): Promise<number | undefined> {
  try {
    const init = { method: 'POST', body: TEST_CALLBACK, headers: { 'content-type': 'application/json', ...headers } }
    const response = await io.fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

const isAccepted = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

const findVariable = (variables: { readonly [name: string]: string | undefined }, pattern: RegExp) =>
  Object.entries(variables).find(([name, value]) => pattern.test(name) && value)?.[1]
