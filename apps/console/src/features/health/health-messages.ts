import type { HealthCheck } from '@galla/contract/gateway-api/health'
import { DAY_MS, HOUR_MS } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { checksEnglish, queuesEnglish, resultsEnglish } from './english.ts'
import { providerMessages, providerText } from './provider-messages.ts'

const t = messages('health/results', resultsEnglish)

interface CheckWords {
  readonly label: string
  /** The advice when the check fails. */
  readonly advice: string
}

const CHECKS: { readonly [check: string]: CheckWords } = messages('health/checks', checksEnglish)

const wordsOf = (check: string): CheckWords | undefined => (Object.hasOwn(CHECKS, check) ? CHECKS[check] : undefined)

export const checkLabel = (name: string): string => wordsOf(name)?.label ?? name

export const checkAdvice = (check: string): string | undefined => wordsOf(check)?.advice

/**
 * Says in a headline that the gateway works, or that it does not. Records that need a decision are no failure of the gateway. `callsFail`:
 * calls to the provider fail.
 */
export function healthSummary(
  checks: readonly HealthCheck[],
  callsFail: boolean,
): { tone: 'good' | 'wait' | 'bad'; title: string; text: string } {
  const failed = checks.filter(({ ok }) => !ok)
  if (failed.some(({ name }) => !['review', 'cardTesting', 'provider'].includes(name)))
    return { tone: 'bad', title: t.summary.fails, text: t.summary.advice }
  const text = t.summary.works
  if (failed.length > 0) return { tone: 'wait', title: t.summary.decide, text }
  return { tone: 'good', title: callsFail ? t.summary.own : t.summary.all, text }
}

/** Returns the result of a check, in words. */
export function checkResult(check: HealthCheck): string {
  switch (check.name) {
    case 'database':
      return check.tookMs === undefined ? t.database.silent : t.database.ok(check.tookMs)
    case 'clock': {
      if (check.ok) return t.clock.ok
      return check.offsetMs < 0 ? t.clock.behind(ageText(-check.offsetMs)) : t.clock.ahead(ageText(check.offsetMs))
    }
    case 'workers':
      return check.ok ? t.workers.ok(check.running) : t.workers.none
    case 'queues':
      return check.ok ? t.queues.ok : t.queues.overdue(check.overdue.map(counted).join(', '))
    case 'subscriptions':
      return check.ok
        ? t.subscriptions.ok
        : t.subscriptions.unclaimed(
            check.unclaimed.map(({ subscriber, event }) => t.subscriptions.event(event, subscriber)).join(', '),
          )
    case 'refundControls':
      return check.ok
        ? t.refundControls.ok
        : t.refundControls.differing(check.differing.map(t.refundControls.worker).join(', '))
    case 'dataKeys':
      return check.ok ? t.dataKeys.ok : t.dataKeys.missing(check.missing.join(', '), check.missing.length)
    case 'restore':
      return check.ok ? t.restore.ok : t.restore.compared(check.compared ?? 0)
    case 'cardTesting':
      return check.ok ? t.cardTesting.ok : t.cardTesting.tried(check.payers, check.mostAttempts)
    case 'provider': {
      const text = check.reported && providerText(check.reported)
      return text === undefined ? t.provider.ok : providerMessages.reports(text)
    }
    case 'review':
      return check.ok ? t.review.ok : t.review.waiting(check.waiting.map(counted).join(', '))
  }
}

interface QueueWords {
  /** Name of the queue's contents. */
  readonly title: string
  readonly text: string
  /** `1 failed webhook`, `3 failed webhooks` */
  count(waiting: number): string
}

const QUEUES: { readonly [name: string]: QueueWords } = messages('health/queues', queuesEnglish)

const queueOf = (name: string): QueueWords | undefined => (Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined)

export const queueLabel = (name: string): Pick<QueueWords, 'title' | 'text'> =>
  queueOf(name) ?? { title: name, text: '' }

const counted = ({ name, waiting }: { name: string; waiting: number }): string =>
  queueOf(name)?.count(waiting) ?? `${countText(waiting)} ${name}`

/** An age: `4 s`, `12 min`, `47 h`, `2 days`. Negative ages, from clocks that differ, are `0 s`. */
export function ageText(ms: number): string {
  if (ms < 60_000) return t.age.seconds(Math.max(Math.floor(ms / 1_000), 0))
  if (ms < HOUR_MS) return t.age.minutes(Math.floor(ms / 60_000))
  return ms < 2 * DAY_MS ? t.age.hours(Math.floor(ms / HOUR_MS)) : t.age.days(Math.floor(ms / DAY_MS))
}
