import { useEffect } from 'react'
import { nameDocument } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { proofWindowEnglish } from './english-login.ts'
import { LoginFrame } from './login-frame.tsx'
import { signInMessage } from './sign-in-messages.ts'

const t = messages('shell/proof-window', proofWindowEnglish)

/** Between the window of the provider and the dialog that has opened it. What it says is believed by nobody: the gateway is asked. */
const CHANNEL = 'galla-console proof'

/** Calls a listener with the outcome of a new login at the provider. @returns what ends that */
export function followProof(listener: (outcome: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  return () => channel.close()
}

/** The window in which somebody has logged in at the provider again. It closes itself. */
export function ProofWindow({ outcome }: { outcome: string }) {
  useEffect(() => {
    nameDocument(t.page)
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(outcome)
    channel.close()
    window.close()
  }, [outcome])
  const isDone = outcome === 'DONE'
  return (
    <LoginFrame title={isDone ? t.done : t.notDone} text={isDone ? t.close : signInMessage(outcome)}>
      {null}
    </LoginFrame>
  )
}
