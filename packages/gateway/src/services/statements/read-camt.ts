import sax from 'sax'
import { paiseOf } from '../../domain/settlements/report-file.ts'
import {
  MAX_TEXT,
  namesProvider,
  referencesOf,
  type StatementLine,
  statementDay,
} from '../../domain/statements/statement-line.ts'
import { invalid } from '../../errors.ts'

/** Characters that are read in one turn of the event loop. */
const SLICE = 262_144
/** Deeper than any statement. */
const MAX_DEPTH = 64
/** More than the namespaces of any statement. */
const MAX_ATTRIBUTES = 50

/** Elements of an entry that name a transfer: references, the parties, and texts. */
const TEXTS = new Set([
  ...['AcctSvcrRef', 'EndToEndId', 'TxId', 'InstrId', 'ClrSysRef', 'NtryRef', 'Ref'],
  ...['Nm', 'Ustrd', 'AddtlNtryInf', 'AddtlTxInf', 'AddtlRmtInf'],
])

/** An entry while it is read. Paths begin below `Ntry`. */
interface Entry {
  readonly texts: string[]
  readonly values: { [path: string]: string }
  currency?: string
}

const broken = (reason: string) => invalid('text', `is no camt.053 statement: ${reason}. Nothing was read`)

/**
 * Reads a bank statement of ISO 20022 (camt.053), of any version. Entries that are not booked yet are left out.
 * @throws GatewayError INVALID_REQUEST for a file that is not well-formed, or has an entry that cannot be read
 */
export async function readCamt(text: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  const path: string[] = []
  let entry: Entry | undefined
  let content = ''
  let entries = 0
  let statements = 0
  let attributes = 0
  // With `xmlns`, the parser compares each attribute of an element with all others before it says that there are any.
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw broken(`it is no well-formed XML (${error.message.split('\n')[0]})`)
  }
  parser.ondoctype = () => {
    throw broken('it has a document type definition')
  }
  parser.onopentagstart = () => {
    attributes = 0
  }
  parser.onattribute = () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES)
      throw broken(`the element ${parser.tag.name.slice(0, 40)} has more than ${MAX_ATTRIBUTES} attributes`)
  }
  parser.onopentag = (tag) => {
    const local = tag.name.slice(tag.name.indexOf(':') + 1)
    path.push(local)
    content = ''
    if (path.length > MAX_DEPTH) throw broken('its elements are nested too deeply')
    if (local === 'BkToCstmrStmt') statements += 1
    if (local === 'Ntry' && path.at(-2) === 'Stmt') entry = { texts: [], values: {} }
    const { Ccy: currency } = tag.attributes
    if (entry && isOfEntry(path, 'Amt') && typeof currency === 'string') entry.currency = currency
  }
  const onText = (part: string) => {
    content += part
    if (content.length > MAX_TEXT)
      throw broken(`the element ${path.at(-1)?.slice(0, 40)} has a text of more than ${MAX_TEXT} characters`)
  }
  parser.ontext = onText
  parser.oncdata = onText
  parser.onclosetag = () => {
    if (entry && isOfEntry(path)) {
      entries += 1
      const line = lineOf(entry, entries)
      if (typeof line === 'string')
        throw invalid('text', `has an entry that cannot be read: entry ${entries} ${line}. Nothing was stored`)
      if (line) lines.push(line)
      entry = undefined
    } else if (entry) {
      const value = content.trim()
      const below = path.slice(path.lastIndexOf('Ntry') + 1)
      if (value !== '') entry.values[below.join('/')] ??= value
      if (value !== '' && TEXTS.has(below.at(-1) ?? '')) entry.texts.push(value)
    }
    content = ''
    path.pop()
  }
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    await new Promise(setImmediate)
  }
  parser.close()
  if (statements === 0) throw broken('it has no BkToCstmrStmt')
  return lines
}

/** True in the entry itself, or in its element with this name. */
const isOfEntry = (path: readonly string[], name?: string): boolean =>
  name === undefined ? path.at(-1) === 'Ntry' && path.at(-2) === 'Stmt' : path.at(-1) === name && path.at(-2) === 'Ntry'

/** Undefined for an entry that is not booked; a text says what cannot be read. */
function lineOf({ texts, values, currency }: Entry, line: number): StatementLine | string | undefined {
  // Since version 8 the status is a code in an element of its own.
  const status = values['Sts/Cd'] ?? values.Sts
  if (status !== undefined && status !== 'BOOK') return undefined
  if (currency !== undefined && currency !== 'INR')
    return `has the currency ${currency.slice(0, 10)}: import the statement of an account in INR`
  const amount = paiseOf(values.Amt ?? '')
  if (!Number.isSafeInteger(amount) || amount < 0 || values.Amt === undefined)
    return 'has no amount of rupees with at most two decimals'
  const day = statementDay(
    values['BookgDt/Dt'] ?? values['BookgDt/DtTm'] ?? values['ValDt/Dt'] ?? values['ValDt/DtTm'] ?? '',
  )
  if (day === undefined || day === 'invalid') return 'has no date'
  const direction = values.CdtDbtInd
  if (direction !== 'CRDT' && direction !== 'DBIT') return 'is neither a credit (CRDT) nor a debit (DBIT)'
  return {
    line,
    day,
    amount: direction === 'CRDT' ? amount : -amount,
    references: referencesOf(texts),
    namesProvider: namesProvider(texts),
  }
}
