import { createStore, readSetting, writeSetting } from '@galla/console/api/browser.ts'

/** The cases of the guide, in their order. Each is also the name of its test file. */
export const GUIDE_STEPS = [
  'pay',
  'fail',
  'late-payment',
  'second-payment',
  'refund',
  'lost-webhook',
  'failing-handler',
  'review',
] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** The order that a step made, or refunded. */
export interface StepRun {
  readonly merchantOrderId: string
  /** Id of the refund that the step `refund` made. */
  readonly merchantRefundId?: string
}

/** The latest run of each step. */
export type GuideRuns = { readonly [Step in GuideStep]?: StepRun }

const SETTING = 'guide'

/** The runs in a stored text; anything else in it is ignored. */
export function parseRuns(text: string | undefined): GuideRuns {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    stored = {}
  }
  const runs = fieldsOf(fieldsOf(stored).runs)
  const known = GUIDE_STEPS.flatMap((step): [GuideStep, StepRun][] => {
    const { merchantOrderId, merchantRefundId } = fieldsOf(runs[step])
    if (typeof merchantOrderId !== 'string') return []
    return [[step, typeof merchantRefundId === 'string' ? { merchantOrderId, merchantRefundId } : { merchantOrderId }]]
  })
  return Object.fromEntries(known)
}

const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : {}

/** Kept in this browser, as the other preferences are. */
export const guideRuns = createStore<GuideRuns>(parseRuns(readSetting(SETTING)))

/** Stores the latest run of a step; undefined when its order is gone. */
export function saveRun(step: GuideStep, run: StepRun | undefined): void {
  const { [step]: _, ...others } = guideRuns.get()
  const runs = run === undefined ? others : { ...others, [step]: run }
  writeSetting(SETTING, JSON.stringify({ runs }))
  guideRuns.set(runs)
}
