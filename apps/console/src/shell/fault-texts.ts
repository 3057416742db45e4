import type { CallbackFaults, FaultRule, FaultsResponse } from '@galla/contract/sandbox-api/faults'
import { percentText } from '../i18n/format.ts'
import { endpointLabel } from '../i18n/terms.ts'

const delayText = (ms: number) => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`)

const RULE_TEXTS: { readonly [Kind in FaultRule['kind']]: (rule: FaultRule) => string } = {
  latency: ({ delayMs }) => `are delayed${delayMs === undefined ? '' : ` by ${delayText(delayMs)}`}`,
  hold: ({ delayMs }) => `stay in flight ${delayMs === undefined ? 'until released' : `for ${delayText(delayMs)}`}`,
  status: ({ status, retryAfterSec, afterIntake }) =>
    `are ${afterIntake ? 'processed, then ' : ''}answered with ${status ?? 'an error'}${retryAfterSec === undefined ? '' : `, Retry-After ${retryAfterSec} s`}`,
  reset: () => 'are reset before they are processed',
  'lost-reply': () => 'are processed, and the response is lost',
  'late-reply': ({ delayMs }) =>
    `are processed, and answered late${delayMs === undefined ? '' : ` by ${delayText(delayMs)}`}`,
  'stale-status': ({ delayMs }) =>
    `see a state of the past${delayMs === undefined ? '' : `, ${delayText(delayMs)} ago`}`,
  'slow-body': ({ delayMs }) =>
    `have a slow response body${delayMs === undefined ? '' : `, over ${delayText(delayMs)}`}`,
  'wrong-content-type': () => 'are answered with an HTML page',
  truncated: () => 'have a truncated response',
  empty: () => 'have an empty response',
}

/** `30 % of “Create payment” calls are answered with 503; at most 2` */
function ruleText(rule: FaultRule): string {
  const { endpoints, rate, times, kind } = rule
  const calls =
    endpoints && endpoints.length > 0
      ? `${endpoints.map((one) => `“${endpointLabel(one)}”`).join(', ')} calls`
      : 'calls'
  const share = rate === undefined || rate === 1 ? `All ${calls}` : `${percentText(rate)} of ${calls}`
  return `${share} ${RULE_TEXTS[kind](rule)}${times === undefined ? '' : `; at most ${times}`}`
}

function callbackTexts(faults: CallbackFaults): string[] {
  const { delayMs, delayRate, duplicateRate, copies = 1, reorderRate, tamperRate, dropRate } = faults
  return [
    ...(delayMs
      ? [
          `${delayRate === undefined ? 'W' : `${percentText(delayRate)} of w`}ebhooks are delayed by ${delayText(delayMs)}`,
        ]
      : []),
    ...(duplicateRate ? [`${percentText(duplicateRate)} of webhooks are sent ${copies + 1} times`] : []),
    ...(reorderRate ? [`${percentText(reorderRate)} of webhooks are reordered`] : []),
    ...(tamperRate ? [`${percentText(tamperRate)} of webhooks are tampered with`] : []),
    ...(dropRate ? [`${percentText(dropRate)} of webhooks are dropped`] : []),
  ]
}

/** The faults that are on, one sentence each. */
export function faultTexts({ rules, callbacks }: Pick<FaultsResponse, 'rules' | 'callbacks'>): string[] {
  return [...rules.map(ruleText), ...callbackTexts(callbacks)]
}
