import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { PasskeyProof } from '@galla/contract/gateway-api/passkeys'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { answerWithPasskey, hasPasskeys } from '../api/passkeys.ts'
import { Button, buttonClass } from '../components/controls.tsx'
import { ErrorNote, Note, nameDocument } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { shellEnglish } from './english.ts'
import { loginEnglish } from './english-login.ts'
import { CodeField, LoginFrame } from './login-frame.tsx'
import { signInMessage } from './sign-in-messages.ts'
import { forgetSignIn, rememberAddress, signInOutcome } from './sign-in-outcome.ts'

const t = messages('shell/login', loginEnglish)
const { console: consoleName } = messages('shell/frame', shellEnglish)

interface PasskeyLoginProps {
  send(passkey: PasskeyProof): Promise<Session>
}

/** Logs in with a passkey: alone, or as the second step of a sign-in. */
function PasskeyLogin({ send }: PasskeyLoginProps) {
  const login = useMutation({
    mutationFn: async () => send(await answerWithPasskey(await consoleApi('POST /passkeys/options'))),
    onSuccess(opened) {
      forgetSignIn()
      session.start(opened)
    },
  })
  return (
    <>
      {login.error && (
        <Note tone="bad" role="alert">
          <p>{login.error.message}</p>
        </Note>
      )}
      <Button busy={login.isPending} onClick={() => login.mutate()}>
        <KeyRound size={18} aria-hidden />
        {t.withPasskey}
      </Button>
    </>
  )
}

/** The ways to log in besides a password that the gateway offers this browser. */
function useOffered(): { label: string | undefined; passkeys: boolean } {
  const [{ label, passkeys }, setOffered] = useState<{ label?: string; passkeys?: true }>({})
  // No query: the cache is cleared for the next user while this page is shown.
  useEffect(() => {
    let isShown = true
    consoleApi('GET /sign-in/options').then(
      (options) => isShown && setOffered(options),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  return { label, passkeys: passkeys === true && hasPasskeys() }
}

/** The buttons of passkeys and of the provider, where there are such, and why the last sign-in failed. */
export function SignIn() {
  const { label, passkeys } = useOffered()
  const outcome = signInOutcome()
  const failure = outcome === undefined || outcome === 'DONE' ? undefined : signInMessage(outcome)
  if (label === undefined && failure === undefined && !passkeys) return null
  return (
    <div className="mt-6 grid gap-4 border-t border-rule pt-6">
      {failure !== undefined && (
        <Note tone="bad" role="alert">
          <p>{failure}</p>
        </Note>
      )}
      {passkeys && <PasskeyLogin send={(passkey) => consoleApi('POST /passkeys/login', { body: { passkey } })} />}
      {label !== undefined && (
        <a href={consoleUrl('api/sign-in')} onClick={rememberAddress} className={`${buttonClass()} max-w-full`}>
          <span className="min-w-0 truncate">{t.withProvider(label)}</span>
        </a>
      )}
    </div>
  )
}

/** The second factor of a user whom the provider has signed in. */
export function SignInCode() {
  const { passkeys } = useOffered()
  const [code, setCode] = useState('')
  const login = useMutation({
    mutationFn: () => consoleApi('POST /sign-in/code', { body: { code: code.trim() } }),
    onSuccess(opened) {
      forgetSignIn()
      session.start(opened)
    },
  })
  const isWrong = login.error instanceof ApiError && login.error.code === 'WRONG_CODE'
  useEffect(() => {
    nameDocument(t.page)
  }, [])
  return (
    <LoginFrame title={consoleName} text={t.signedIn}>
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '' && !login.isPending) login.mutate()
        }}
      >
        <CodeField autoFocus value={code} onChange={setCode} error={isWrong ? login.error?.message : undefined} />
        {login.error && !isWrong && <ErrorNote error={login.error} what={t.failed} />}
        <Button type="submit" variant="primary" busy={login.isPending}>
          {t.logIn}
        </Button>
        {passkeys && <PasskeyLogin send={(passkey) => consoleApi('POST /sign-in/code', { body: { passkey } })} />}
        <a href={consoleUrl('')} className="text-center text-sm underline underline-offset-4">
          {t.startAgain}
        </a>
      </form>
    </LoginFrame>
  )
}
