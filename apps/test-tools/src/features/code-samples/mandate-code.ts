import { requestCurl, tokenCurl } from '@galla/console/code-samples/curl.ts'
import { inrArgument } from '@galla/console/code-samples/sample-order.ts'
import { baseUrl, clientCode, type SampleTarget, tsLiteral } from '@galla/console/code-samples/ts-source.ts'
import type { Paise } from '@galla/contract/money'
import type { ParsedCall } from '../playground/mandate-calls.ts'

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'maxAmount'])

/** The shop's next lines after each call. */
const NEXT: { readonly [Call in ParsedCall['call']]: readonly string[] } = {
  setup: ["// Opens the app on the payer's phone; a QR code of it works as well.", 'console.log(response.intentUrl)'],
  notify: [
    '// Accepted, not notified yet: the status of the debit',
    '// says NOTIFIED, and from when it can be redeemed.',
    'console.log(response.state)',
  ],
  redeem: [
    '// Accepted, not paid yet: the status of the debit says whether money moved.',
    '// Never send it again at once after a lost reply.',
    'console.log(response.state)',
  ],
  getOrderStatus: ['console.log(response.state)'],
  getStatus: ['console.log(response.state)'],
  cancel: [],
}

/** A call about a mandate as a TypeScript program for @galla/sdk. */
export function mandateCode({ call, input }: ParsedCall, target: SampleTarget): string {
  const fields = Object.entries(input).map(
    ([name, value]) =>
      `  ${name}: ${AMOUNTS.has(name) ? `inr('${inrArgument(value as Paise)}')` : tsLiteral(value, 2)},\n`,
  )
  const imports = Object.keys(input).some((name) => AMOUNTS.has(name)) ? 'Galla, inr' : 'Galla'
  const next = NEXT[call]
  const assigned = next.length === 0 ? '' : 'const response = '
  return `import { ${imports} } from '@galla/sdk'

${clientCode(target)}

${assigned}await galla.subscriptions.${call}({
${fields.join('')}})
${next.map((line) => `${line}\n`).join('')}`
}

/** The call for a POSIX shell: gets a token, then sends it. */
export function mandateCurl({ request: { method, path, body } }: ParsedCall, target: SampleTarget): string {
  return tokenCurl(target) + requestCurl({ method, url: baseUrl(target, 'pg') + path, body })
}
