import type { CallbackFaults, FaultRule, FaultsReply } from '@galla/contract/sandbox-api/faults'

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`
const seconds = (ms: number) => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`)

const KINDS: { readonly [Kind in FaultRule['kind']]: (rule: FaultRule) => string } = {
  latency: ({ delayMs }) => `wait${delayMs === undefined ? '' : ` ${seconds(delayMs)}`}`,
  status: ({ status, retryAfterSec }) =>
    `are answered ${status ?? 'with an error'}${retryAfterSec === undefined ? '' : `, try again in ${retryAfterSec} s`}`,
  reset: () => 'break before the work',
  'lost-reply': () => 'are done, and the answer is lost',
  'slow-body': ({ delayMs }) => `answer drop by drop${delayMs === undefined ? '' : `, over ${seconds(delayMs)}`}`,
  'wrong-content-type': () => 'answer as a page',
  truncated: () => 'answer in half',
  empty: () => 'answer with nothing',
}

/** `30 % of standardPay calls are answered 503, at most twice`-like sentences, one a rule. */
export function ruleText(rule: FaultRule): string {
  const { endpoints, rate, times, kind } = rule
  const which = endpoints && endpoints.length > 0 ? `${endpoints.join(', ')} calls` : 'calls'
  const share = rate === undefined || rate === 1 ? `All ${which}` : `${percent(rate)} of ${which}`
  const limit = times === undefined ? '' : `; ${times} at most`
  return `${share} ${KINDS[kind](rule)}${limit}`
}

export function callbackTexts(faults: CallbackFaults): string[] {
  const { delayMs, duplicateRate, copies = 1, reorderRate, tamperRate, dropRate } = faults
  return [
    ...(delayMs ? [`Callbacks come ${seconds(delayMs)} late`] : []),
    ...(duplicateRate ? [`${percent(duplicateRate)} of callbacks come ${copies + 1} times`] : []),
    ...(reorderRate ? [`${percent(reorderRate)} of callbacks come out of order`] : []),
    ...(tamperRate ? [`${percent(tamperRate)} of callbacks are tampered with`] : []),
    ...(dropRate ? [`${percent(dropRate)} of callbacks never come`] : []),
  ]
}

/** Everything that goes wrong on purpose now, a sentence each. */
export function faultTexts({ rules, callbacks }: Pick<FaultsReply, 'rules' | 'callbacks'>): string[] {
  return [...rules.map(ruleText), ...callbackTexts(callbacks)]
}
