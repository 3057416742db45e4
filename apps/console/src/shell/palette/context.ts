import type { About } from '@galla/contract/gateway-api/console-routes'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAbout } from '../../api/use-about.ts'
import { say } from '../../ui/toast.tsx'

/** Where one stands, and what a command may use. */
export interface CommandContext {
  readonly about: About | undefined
  /** The order whose page is open. */
  readonly merchantOrderId: string | undefined
  readonly router: ReturnType<typeof useRouter>
  readonly client: ReturnType<typeof useQueryClient>
  say(text: string, tone?: 'good' | 'bad'): void
}

export function useCommandContext(): CommandContext {
  const { data: about } = useAbout()
  const { merchantOrderId } = useParams({ strict: false })
  const router = useRouter()
  const client = useQueryClient()
  return useMemo(() => ({ about, merchantOrderId, router, client, say }), [about, merchantOrderId, router, client])
}
