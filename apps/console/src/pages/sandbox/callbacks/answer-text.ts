import type { Delivery } from '@galla/contract/sandbox-api/routes'

/** What the receiver said, in a sentence. */
export function answerText({ answer, failure, sentAtMs }: Pick<Delivery, 'answer' | 'failure' | 'sentAtMs'>): string {
  if (answer) return `Answered ${answer.status} in ${Math.round(answer.tookMs)} ms.`
  if (failure !== undefined) return `No answer: ${failure}.`
  return sentAtMs === undefined ? 'Not sent yet.' : 'No answer.'
}
