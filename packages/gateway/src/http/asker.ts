import type { Context } from 'hono'

/** What the server in front knows of a request and its headers do not say. */
export interface RequestEnv {
  /** Who asks: wrong passwords and wrong keys are counted by it. */
  Bindings: { address?: string }
}

export const addressOf = (c: Context<RequestEnv>): string => c.env?.address ?? 'unknown'
