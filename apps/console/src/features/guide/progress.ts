import { createStore, readSetting, writeSetting } from '../../api/browser.ts'

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

export interface GuideProgress {
  /** The user hid it. */
  readonly hidden: boolean
  /** The user opened it, although orders exist. */
  readonly opened: boolean
  /** The latest run of each step. */
  readonly runs: { readonly [Step in GuideStep]?: StepRun }
}

const SETTING = 'guide'

/** The progress in a stored text; anything else in it is ignored. */
export function parseProgress(text: string | undefined): GuideProgress {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    stored = {}
  }
  const { hidden, opened, runs } = fieldsOf(stored)
  const known = GUIDE_STEPS.flatMap((step): [GuideStep, StepRun][] => {
    const { merchantOrderId, merchantRefundId } = fieldsOf(fieldsOf(runs)[step])
    if (typeof merchantOrderId !== 'string') return []
    return [[step, typeof merchantRefundId === 'string' ? { merchantOrderId, merchantRefundId } : { merchantOrderId }]]
  })
  return { hidden: hidden === true, opened: opened === true, runs: Object.fromEntries(known) }
}

const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : {}

/** Shown while there is no order, from the first step on until it is hidden, and when the user opens it. */
export const isGuideShown = ({ hidden, opened, runs }: GuideProgress, isEmpty: boolean): boolean =>
  !hidden && (opened || isEmpty || Object.keys(runs).length > 0)

/** Kept in this browser, as the other preferences are. */
export const guideProgress = createStore<GuideProgress>(parseProgress(readSetting(SETTING)))

function change(fields: Partial<GuideProgress>): void {
  const next = { ...guideProgress.get(), ...fields }
  writeSetting(SETTING, JSON.stringify(next))
  guideProgress.set(next)
}

export const openGuide = (): void => change({ hidden: false, opened: true })

export const hideGuide = (): void => change({ hidden: true, opened: false })

/** Stores the latest run of a step; undefined when its order is gone. */
export function saveRun(step: GuideStep, run: StepRun | undefined): void {
  const { [step]: _, ...others } = guideProgress.get().runs
  change({ runs: run === undefined ? others : { ...others, [step]: run } })
}
