import type { CallbackReceiver, SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { useEffect, useState } from 'react'

export interface Ledger {
  /** Absent until the sandbox has answered. */
  orders?: readonly SandboxOrder[]
  /** Where callbacks go. */
  receiver?: string
  lost: boolean
}

const EVERY_MS = 3_000

/** The latest orders, asked for again and again while somebody looks. */
export function useLedger(): Ledger {
  const [ledger, setLedger] = useState<Ledger>({ lost: false })
  useEffect(() => {
    let current = true
    const look = async () => {
      if (document.hidden) return
      const found = await read()
      if (current) setLedger((before) => found ?? { ...before, lost: true })
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [])
  return ledger
}

async function read(): Promise<Ledger | undefined> {
  try {
    const ask = async (path: string) => (await fetch(`/_sandbox${path}`)).json()
    const [{ orders }, { url }]: [{ orders: SandboxOrder[] }, CallbackReceiver] = await Promise.all([
      ask('/orders?limit=20'),
      ask('/callbacks/receiver'),
    ])
    return { orders, lost: false, ...(url && { receiver: url }) }
  } catch {
    return undefined
  }
}
