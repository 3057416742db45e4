import type { Io } from '../io.ts'
import type { Project } from './project.ts'

/** What a check found. Sentences name files, lines and variables; never a value that was read. */
export interface Finding {
  /** `ok`: seen and right. `note`: could not be looked at, or worth knowing. `wrong`: change it. */
  level: 'ok' | 'note' | 'wrong'
  says: string
  /** What to do about it. */
  way?: string
}

export interface Visit {
  readonly project: Project
  readonly io: Io
  /** Where a server may be asked for the time; from `--host` or the environment. */
  readonly host: string | undefined
  /** The merchant's own endpoint, when it may be tried. */
  readonly callbackUrl: string | undefined
}

/** One thing that a doctor looks at. */
export type Check = (visit: Visit) => Promise<Finding[]> | Finding[]

export const ok = (says: string): Finding => ({ level: 'ok', says })
export const note = (says: string, way?: string): Finding =>
  way ? { level: 'note', says, way } : { level: 'note', says }
export const wrong = (says: string, way: string): Finding => ({ level: 'wrong', says, way })
