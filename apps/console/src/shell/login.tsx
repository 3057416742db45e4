import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, consoleApi, session } from '../api/client.ts'
import { Button, Field } from '../components/controls.tsx'
import { ErrorNote, Note, nameDocument } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { shellEnglish } from './english.ts'
import { loginEnglish } from './english-login.ts'
import { CodeField, LoginFrame } from './login-frame.tsx'
import { SignIn, SignInCode } from './sign-in.tsx'
import { signInOutcome } from './sign-in-outcome.ts'

const t = messages('shell/login', loginEnglish)
const { console: consoleName } = messages('shell/frame', shellEnglish)

const passwordOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[type=password]')

const CODE_ERRORS: ReadonlySet<string> = new Set(['CODE_NEEDED', 'WRONG_CODE'])

/** The field that has just appeared is the next one to fill. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

/** The login, or its second step after a sign-in with a provider. */
export function Login() {
  return signInOutcome() === 'CODE_NEEDED' ? <SignInCode /> : <PasswordLogin />
}

/** The login form. The name is that of the last login in this browser, at first the first admin's. */
function PasswordLogin() {
  const { expired } = session.get()
  const [name, setName] = useState(session.lastName)
  const [password, setPassword] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const login = useMutation({
    mutationFn: (body: { name: string; password: string; code?: string }) => consoleApi('POST /session', { body }),
    onSuccess: session.start,
    onError: (error) => {
      const asksCode = error instanceof ApiError && CODE_ERRORS.has(error.code)
      setAsksCode(asksCode)
      if (asksCode && error.code === 'CODE_NEEDED') setAsksPasskey(error.ways.includes('passkey'))
      if (!asksCode) passwordOf(form.current)?.select()
    },
  })
  const [asksPasskey, setAsksPasskey] = useState(false)
  const errorCode = login.error instanceof ApiError ? login.error.code : undefined
  const isWrong = errorCode === 'WRONG_PASSWORD'

  useEffect(() => {
    nameDocument(t.page)
    passwordOf(form.current)?.focus()
  }, [])

  return (
    <LoginFrame title={consoleName} text={t.text}>
      <form
        ref={form}
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const isComplete = name.trim() !== '' && password !== ''
          setIsMissing(!isComplete)
          if (isComplete && !login.isPending)
            login.mutate({
              name: name.trim(),
              password,
              ...(asksCode && code.trim() !== '' ? { code: code.trim() } : {}),
            })
        }}
      >
        {expired && !login.error && <Note tone="neutral">{t.ended}</Note>}
        <Field
          label={t.name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={name}
          onChange={setName}
          error={isMissing && name.trim() === '' ? t.nameMissing : undefined}
        />
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={isMissing && password === '' ? t.passwordMissing : isWrong ? login.error?.message : undefined}
          hint={name.trim().toLowerCase() === 'admin' && !asksCode ? t.passwordHint : undefined}
        />
        {asksCode && (
          <CodeField
            ref={focusField}
            value={code}
            onChange={setCode}
            hint={asksPasskey ? t.code.hintPasskey : t.code.hint}
            error={errorCode === 'WRONG_CODE' ? login.error?.message : undefined}
          />
        )}
        {login.error && !isWrong && !CODE_ERRORS.has(errorCode ?? '') && (
          <ErrorNote error={login.error} what={t.failed} />
        )}
        <Button type="submit" variant="primary" busy={login.isPending}>
          {t.logIn}
        </Button>
      </form>
      <SignIn />
    </LoginFrame>
  )
}
