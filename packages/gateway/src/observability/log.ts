import { pino } from 'pino'
import type { Log } from '../context.ts'

export interface LogOptions {
  /** Default `info`. */
  level?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Default: standard output. */
  to?: { write(line: string): void }
}

/** What a line may say; whatever else a caller puts in is left out, so that a careless line costs a fact and no secret. */
const LOGGED_FIELDS: ReadonlySet<string> = new Set([
  'attempts',
  'callbackIds',
  'count',
  'deliveryId',
  'endpoint',
  'engine',
  'error',
  'from',
  'job',
  'merchantOrderId',
  'merchantRefundId',
  'origin',
  'outcome',
  'path',
  'port',
  'reason',
  'rule',
  'state',
  'to',
  'tookMs',
  'url',
  'work',
  'workerId',
  'workers',
])

/** One JSON object a line: time, level, message, ids and words. Safe views only, by list. */
export function jsonLog({ level = 'info', to }: LogOptions = {}): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: named } }
  const logger = to ? pino(options, to) : pino(options)
  return {
    info: (fields, message) => logger.info(loggedFields(fields), message),
    warn: (fields, message) => logger.warn(loggedFields(fields), message),
    error: (fields, message) => logger.error(loggedFields(fields), message),
  }
}

const named = (level: string) => ({ level })

function loggedFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => LOGGED_FIELDS.has(name)))
}
