import { expect, it } from 'vitest'
import { askForProof, cancelProof, openProof } from './proof.ts'

it('requests that need a proof at the same time wait for one answer', async () => {
  const answers = [askForProof(['password']), askForProof(['passkey', 'password'])]
  expect(openProof.get()?.ways).toEqual(['password'])
  openProof.get()?.settle(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(openProof.get()).toBeUndefined()
})

it('the end of a session answers for the person, and the next request is asked about again', async () => {
  const answer = askForProof(['password'])
  cancelProof()
  expect(await answer).toBe(false)
  cancelProof()
  const next = askForProof(['code'])
  expect(openProof.get()?.ways).toEqual(['code'])
  openProof.get()?.settle(false)
  expect(await next).toBe(false)
})
