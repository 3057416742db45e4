import { pino } from 'pino'
import type { Log } from '../context.ts'
import { LOGGED_FIELDS, type LogFields } from './log-fields.ts'

/** Options of `jsonLog()`. */
export interface LogOptions {
  /** Lowest level that is written. @default 'info' */
  level?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Destination of the lines. @default standard output */
  to?: {
    /** Writes one line, which ends with a line break. */
    write(line: string): void
  }
}

const LOGGED: ReadonlySet<string> = new Set(LOGGED_FIELDS)

/**
 * Makes a log of one JSON object per line: time, level, message and fields. Only fields of `LogFields` are written.
 * @example
 * await createGateway({ …, log: jsonLog({ level: 'warn' }) })
 */
export function jsonLog({ level = 'info', to }: LogOptions = {}): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: named } }
  const logger = to ? pino(options, to) : pino(options)
  return {
    info: (fields, message) => logger.info(loggedFields(fields), message),
    warn: (fields, message) => logger.warn(loggedFields(fields), message),
    error: (fields, message) => logger.error(loggedFields(fields), message),
  }
}

/** The log with its errors ignored: a log whose disk is full, or that is misconfigured, stops neither payments nor workers. */
export function neverThrowing(log: Log): Log {
  const write = (level: keyof Log): Log[keyof Log] => {
    return (fields, message) => {
      try {
        const written: unknown = log[level](fields, message)
        if (written !== undefined) void settled(written)
      } catch {}
    }
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** Waits for what a log returned, also for a promise of another realm: a rejection that nobody waits for ends the process. */
async function settled(written: unknown): Promise<void> {
  try {
    await written
  } catch {}
}

const named = (level: string) => ({ level })

function loggedFields(fields: LogFields): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => LOGGED.has(name)))
}
