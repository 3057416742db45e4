import type { ProofWay } from '@galla/contract/gateway-api/users'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { answerWithPasskey, hasPasskeys } from '../api/passkeys.ts'
import type { openProof } from '../api/proof.ts'
import { Button, Field } from '../components/controls.tsx'
import { Dialog, DialogForm } from '../components/dialog.tsx'
import { ErrorNote, Note } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { proofEnglish } from './english-proof.ts'
import { CodeField } from './login-frame.tsx'
import { followProof } from './proof-window.tsx'
import { signInMessage } from './sign-in-messages.ts'

const t = messages('shell/proof', proofEnglish)

interface ProofDialogProps {
  asked: NonNullable<ReturnType<typeof openProof.get>>
}

/** Asks the person to prove again who they are. What waits for it goes on then, with everything that was typed. */
export function ProofDialog({ asked: { ways: given, settle } }: ProofDialogProps) {
  const ways = given.filter((way) => way !== 'passkey' || hasPasskeys())
  const [way, setWay] = useState(ways[0])
  const close = () => settle(false)
  return (
    <Dialog open onClose={close} title={t.title}>
      {way === undefined ? (
        <NoWay onClose={close} />
      ) : (
        <Prove
          key={way}
          way={way}
          others={ways.filter((other) => other !== way)}
          onWay={setWay}
          onProved={() => settle(true)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

function NoWay({ onClose }: { onClose(): void }) {
  return (
    <DialogForm action={t.without} busy={false} onClose={onClose} onSubmit={onClose}>
      <p>{t.noWay}</p>
    </DialogForm>
  )
}

interface ProveProps {
  way: ProofWay
  others: readonly ProofWay[]
  onWay(way: ProofWay): void
  onProved(): void
  onClose(): void
}

function Prove({ way, others, onWay, onProved, onClose }: ProveProps) {
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  // Also after a change of the way.
  useEffect(() => text.current?.closest('form')?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  const isTyped = way === 'password' || way === 'code'
  const prove = useMutation({
    mutationFn: () => proveBy(way, typed),
    onSuccess: onProved,
    onError: () => setSubmitted(false),
  })
  const field = prove.error instanceof ApiError ? prove.error.field : undefined
  const isWrong = isTyped && field === way
  const refusal =
    submitted && isTyped && typed.trim() === '' ? t.missing[way] : isWrong ? prove.error?.message : undefined
  return (
    <DialogForm
      action={t.prove[way]}
      busy={prove.isPending}
      focusAction={!isTyped}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (!isTyped || typed.trim() !== '') prove.mutate()
      }}
    >
      <p ref={text}>{t.note}</p>
      {way === 'password' && (
        <>
          {/* For password managers. */}
          <input type="text" name="username" autoComplete="username" value={session.get().user?.name} readOnly hidden />
          <Field
            label={t.password}
            type="password"
            autoComplete="current-password"
            data-first
            maxLength={256}
            value={typed}
            onChange={setTyped}
            error={refusal}
          />
        </>
      )}
      {way === 'code' && <CodeField data-first value={typed} onChange={setTyped} error={refusal} />}
      {way === 'passkey' && <p className="text-soft">{t.passkeyNote}</p>}
      {way === 'provider' && <p className="text-soft">{t.providerNote}</p>}
      {prove.error && !isWrong && <ProofError error={prove.error} />}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((other) => (
            <Button key={other} small onClick={() => onWay(other)}>
              {t.change[other]}
            </Button>
          ))}
        </div>
      )}
    </DialogForm>
  )
}

function ProofError({ error }: { error: Error }) {
  if (error instanceof ApiError) return <ErrorNote error={error} what={t.failed} />
  return (
    <Note tone="bad" role="alert">
      <p>{error.message}</p>
    </Note>
  )
}

async function proveBy(way: ProofWay, text: string): Promise<void> {
  if (way === 'provider') return proveAtProvider()
  const body =
    way === 'passkey'
      ? { passkey: await answerWithPasskey(await consoleApi('POST /session/proof/options')) }
      : { [way]: way === 'code' ? text.trim() : text }
  await consoleApi('POST /session/proof', { body })
}

/** Opens the provider, and waits until its window says how it ended. */
function proveAtProvider(): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = followProof((outcome) => {
      end()
      if (outcome === 'DONE') resolve()
      else reject(new Error(signInMessage(outcome)))
    })
    const opened = window.open(consoleUrl('api/sign-in?proof=1'), '_blank', 'popup,width=520,height=720')
    if (opened) return
    end()
    reject(new Error(t.noWindow))
  })
}
