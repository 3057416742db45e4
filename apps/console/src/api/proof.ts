import type { ProofWay } from '@galla/contract/gateway-api/users'
import { createStore } from './browser.ts'

/** A question to the person at the screen, for whatever number of requests that wait for its answer. */
interface AskedProof {
  readonly ways: readonly ProofWay[]
  readonly answer: Promise<boolean>
  settle(isProved: boolean): void
}

const asked = createStore<AskedProof | undefined>(undefined)

/** The question that is open; the shell shows its dialog. */
export const openProof = { get: asked.get, subscribe: asked.subscribe }

/** The session has ended: nobody waits for an answer any more. */
export const cancelProof = (): void => asked.get()?.settle(false)

/** Asks the person to prove again who they are. False: they did not want to. */
export function askForProof(ways: readonly ProofWay[]): Promise<boolean> {
  const open = asked.get()
  if (open) return open.answer
  let settle: (isProved: boolean) => void = () => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = (isProved) => {
      asked.set(undefined)
      resolve(isProved)
    }
  })
  asked.set({ ways, answer, settle })
  return answer
}
