import type { Io } from '../io.ts'
import type { Project } from './project.ts'

/** Result of a check. It names files, lines and variables; it never contains a value that was read. */
export interface Finding {
  /** `ok`: checked and correct. `note`: not checked, or worth knowing. `problem`: must be changed. */
  level: 'ok' | 'note' | 'problem'
  description: string
  /** The remedy. */
  fix?: string
}

export interface CheckContext {
  readonly project: Project
  readonly io: Io
  /** URL of a server whose `Date` header gives the time; from `--host` or the environment. */
  readonly host: string | undefined
  /** The merchant's own callback endpoint; undefined when it must not be called. */
  readonly callbackUrl: string | undefined
}

export type Check = (context: CheckContext) => Promise<Finding[]> | Finding[]

export const ok = (description: string): Finding => ({ level: 'ok', description })
export const note = (description: string, fix: string): Finding => ({ level: 'note', description, fix })
export const problem = (description: string, fix: string): Finding => ({ level: 'problem', description, fix })
