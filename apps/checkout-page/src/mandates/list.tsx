import type { SimulateMandate } from '@galla/contract/sandbox-api/mandates'
import { Alert } from '@galla/react/components'
import { useCallback, useEffect, useState } from 'react'
import { LanguageSwitch, useMessages } from '../i18n/i18n-provider.tsx'
import { MandateItem } from './item.tsx'
import { changeMandate, type MandateList, readMandates } from './mandates.ts'
import './mandates.css'
import { useMandateTexts } from './texts.ts'

const POLL_INTERVAL_MS = 3_000

/** The payer's list of mandates, as a UPI app would show it. */
export default function Mandates() {
  const shared = useMessages()
  const { messages } = useMandateTexts()
  const { list, unreachable, refused, change } = useMandates()
  useEffect(() => {
    document.title = messages.listTitle
  }, [messages])

  return (
    <>
      <aside className="sandbox-banner" aria-label={shared.sandbox}>
        <p>
          <strong>{shared.sandbox}</strong> <span>{shared.sandboxNote}</span>
        </p>
      </aside>
      <main className="mandates galla-stack">
        <h1>{messages.listTitle}</h1>
        <p className="galla-muted">{messages.listIntro}</p>
        {unreachable && <Alert tone="warning">{messages.unreachable}</Alert>}
        {refused && <Alert tone="error">{messages.refused}</Alert>}
        {list?.mandates.length === 0 && <p>{messages.listEmpty}</p>}
        {list?.mandates.map((mandate) => (
          <MandateItem
            key={mandate.merchantSubscriptionId}
            mandate={mandate}
            merchantName={list.merchantName}
            nowMs={list.nowMs}
            change={(action) => change(mandate.merchantSubscriptionId, action)}
          />
        ))}
      </main>
      <footer>
        <LanguageSwitch />
      </footer>
    </>
  )
}

interface Mandated {
  /** Undefined until the sandbox has answered. */
  list: MandateList | undefined
  unreachable: boolean
  /** The last change was not possible any more. */
  refused: boolean
}

/** The list, read again while the page is visible and after each change. */
function useMandates() {
  const [state, setState] = useState<Mandated>({ list: undefined, unreachable: false, refused: false })
  const load = useCallback(async () => {
    const list = await readMandates()
    setState((before) => ({ ...before, list: list ?? before.list, unreachable: list === undefined }))
  }, [])
  useEffect(() => {
    const poll = () => {
      if (!document.hidden) void load()
    }
    poll()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [load])
  const change = async (id: string, action: SimulateMandate) => {
    const accepted = await changeMandate(id, action)
    setState((before) => ({ ...before, refused: !accepted }))
    await load()
  }
  return { ...state, change }
}
