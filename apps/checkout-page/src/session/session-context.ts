import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FrameLink } from '../frame/frame-messages.ts'
import type { Answer, PageClient } from './page-client.ts'
import type { SessionDriver } from './session.ts'
import type { PageState } from './session-state.ts'

/** What every step may see and ask for. */
export interface Desk {
  state: PageState
  client: PageClient
  link: FrameLink
  /** Sends what the payer asked for; true when the provider took it. */
  act: (send: (client: PageClient) => Promise<Answer<PageView>>, leaveBehind?: string) => Promise<boolean>
  look: () => Promise<void>
  tryAgain: () => void
  openDrawer: () => void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs <DeskContext> above it')
  return desk
}

/** The one bridge between the driver and React. */
export function useSession(driver: SessionDriver): PageState {
  useEffect(() => driver.start(), [driver])
  return useSyncExternalStore(driver.subscribe, driver.snapshot)
}
