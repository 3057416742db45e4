import { messages } from '../../i18n/messages.ts'
import { callFailuresEnglish } from './english.ts'

const t = messages('api-log/failures', callFailuresEnglish)

type Explanations = { readonly [value: string]: string }

const explanationOf = (explanations: Explanations, value: string): string | undefined =>
  Object.hasOwn(explanations, value) ? explanations[value] : undefined

/** Says what a failed call means and what to do. The provider's code is more precise than the kind. */
export const explainCallFailure = (kind: string, code = ''): string =>
  explanationOf(t.codes, code) ?? explanationOf(t.kinds, kind) ?? t.unknown
