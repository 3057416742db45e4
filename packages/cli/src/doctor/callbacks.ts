import {
  describeAnswer,
  diagnoseAnswer,
  isAccepted,
  isRefusal,
  type ReceiverAnswer,
} from '@galla/http-server/receiver-answers'
import { sign } from '@galla/sdk/testing'
import { defined } from '../defined.ts'
import type { Io } from '../io.ts'
import { ruleFindings, statusNotes } from './callback-rules.ts'
import { type Check, type Finding, note, ok, problem } from './check.ts'
import { codeOf, findLines, formatPlaces, isTestFile, type Project, type SourceFile } from './project.ts'

const VERIFIES_CALLBACKS = /\bvalidateCallback\s*\(|\bcallbacks\.verify\s*\(/
/** A digest that is computed by hand, and a header of the request that is compared with it. */
const OWN_DIGEST = /\bcreateHash\s*\(\s*['"`]sha-?256\b|\bcreateHmac\s*\(/i
const READS_SIGNATURE =
  /\bheaders?\s*(?:\?\s*)?(?:\.\s*(?:get\s*\(\s*['"`])?|\[\s*['"`])(?:authorization|x-verify)\b(?!['"`\]\s]*=[^=])/i
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
  const handlers = project.sources.filter(verifiesCallbacks)
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
  const notes = statusNotes(handlers.filter((file) => VERIFIES_CALLBACKS.test(codeOf(file))))
  if (found.length > 0) return [...found, ...notes]
  return [ok(`No known mistake in callback verification: ${formatPlaces(handlers.map(({ path }) => path))}`), ...notes]
}

/** Code, outside tests, that verifies callbacks with a library or by hand. */
function verifiesCallbacks(file: SourceFile): boolean {
  if (isTestFile(file.path)) return false
  const code = codeOf(file)
  if (VERIFIES_CALLBACKS.test(code)) return true
  return READS_SIGNATURE.test(code) && (OWN_DIGEST.test(code) || /['"`\]]x-verify\b/i.test(code))
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
  const answer = await post(io, callbackUrl, valid)
  if (!isAccepted(answer)) {
    const { cause, fix } = diagnoseAnswer(answer)
    return [problem(`${callbackUrl} ${describeAnswer(answer)}: ${cause}`, fix)]
  }
  const found = [ok('The endpoint accepts a correctly signed callback')]
  const forgeries = [
    ['without a signature', await post(io, callbackUrl, {})],
    ['that is signed with other credentials', await post(io, callbackUrl, forged)],
  ] as const
  const accepted = forgeries.find(([, forgery]) => isAccepted(forgery))
  const other = forgeries.find(([, forgery]) => !isRefusal(forgery))
  const fix = 'verify it first, comparing the whole header with callbacks.verify or validateCallback, and answer 401'
  if (accepted) found.push(problem(`The endpoint accepts a callback ${accepted[0]}`, fix))
  else if (other) found.push(problem(`The endpoint ${describeAnswer(other[1])} to a callback ${other[0]}`, fix))
  else found.push(ok('The endpoint refuses unsigned and forged callbacks'))
  return found
}

async function post(io: Io, url: string, headers: { [name: string]: string }): Promise<ReceiverAnswer> {
  try {
    const init = { method: 'POST', body: TEST_CALLBACK, headers: { 'content-type': 'application/json', ...headers } }
    const response = await io.fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return defined({ status: response.status, location: response.headers.get('location') ?? undefined })
  } catch (error) {
    return { failure: describeFailure(error) }
  }
}

/** `fetch failed: ECONNREFUSED`: why there was no HTTP response. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return `${error.message}: ${'code' in cause ? cause.code : cause.message}`
}

const findVariable = (variables: { readonly [name: string]: string | undefined }, pattern: RegExp) =>
  Object.entries(variables).find(([name, value]) => pattern.test(name) && value)?.[1]
