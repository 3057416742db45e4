import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../components/controls.tsx'
import { messages } from '../i18n/messages.ts'
import { loginEnglish } from './english-login.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme.tsx'

const { code } = messages('shell/login', loginEnglish)

/** A page without a session: the login, or the link of an invitation. */
export function LoginFrame({
  title,
  text,
  children,
}: {
  title: string
  text: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="m-auto w-full max-w-sm px-4 py-12">
        <div className="border-y-4 border-double border-rule-strong py-8">
          <h1 className="text-xl">{title}</h1>
          {text && <p className="mt-1 text-soft">{text}</p>}
          {children}
        </div>
      </main>
      <footer className="flex justify-center gap-2 p-4">
        <ThemeSwitch />
        <LanguageSwitch />
      </footer>
    </div>
  )
}

type FieldProps = ComponentProps<typeof Field>

/** The code of a second factor: six digits, or a recovery code. */
export function CodeField(props: Omit<FieldProps, 'label'>) {
  return (
    <Field
      label={code.label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      hint={code.hint}
      {...props}
    />
  )
}
