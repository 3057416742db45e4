import sax from 'sax'
import { type CamtElement, type CamtEntry, linesOfEntry } from '../../domain/statements/camt-entry.ts'
import { MAX_TEXT, type StatementLine } from '../../domain/statements/statement-line.ts'
import { invalidFile } from '../../errors.ts'

/** Characters that are read in one turn of the event loop. */
const SLICE = 262_144
/** Deeper than any statement. */
const MAX_DEPTH = 64
/** More than the namespaces of any statement. */
const MAX_ATTRIBUTES = 50
/** Characters of the texts of an entry, and its transactions: they are searched in one turn of the event loop. */
const MAX_ENTRY = { characters: 2_000_000, transactions: 50_000 }

/** Elements of an entry that name a transfer: references, the parties, and texts. */
const TEXTS = new Set([
  ...['AcctSvcrRef', 'EndToEndId', 'TxId', 'InstrId', 'ClrSysRef', 'NtryRef', 'Ref'],
  ...['Nm', 'Ustrd', 'AddtlNtryInf', 'AddtlTxInf', 'AddtlRmtInf'],
])

const broken = (reason: string) =>
  invalidFile({ code: 'not-camt' }, `is not a camt.053 statement: ${reason}. Nothing was read`)

/**
 * Reads a bank statement of ISO 20022 (camt.053), of any version. Entries that are not booked yet are left out.
 * @throws GatewayError INVALID_REQUEST for a file that is not well-formed, or has an entry that cannot be read
 */
export async function readCamt(text: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  const path: string[] = []
  let entry: CamtEntry | undefined
  let content = ''
  let entries = 0
  let characters = 0
  let line = 1
  let statements = 0
  let attributes = 0
  // With `xmlns`, the parser compares each attribute of an element with all others before it says that there are any.
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw broken(`it is not well-formed XML (${error.message.split('\n')[0]})`)
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
    if (isEntry(path)) {
      entry = { texts: [], values: {}, transactions: [] }
      characters = 0
    }
    if (entry && isTransaction(path) && entry.transactions.push({ texts: [], values: {} }) > MAX_ENTRY.transactions)
      throw broken(`the entry ${entries + 1} has more than ${MAX_ENTRY.transactions} transactions`)
    const { Ccy: currency } = tag.attributes
    if (entry && typeof currency === 'string') keep(entry, path, '@Ccy', currency)
  }
  const onText = (part: string) => {
    content += part
    if (content.length > MAX_TEXT)
      throw broken(`the element ${path.at(-1)?.slice(0, 40)} has a text of more than ${MAX_TEXT} characters`)
  }
  parser.ontext = onText
  parser.oncdata = onText
  parser.onclosetag = () => {
    if (isAccountCurrency(path) && content.trim() !== 'INR')
      throw broken(`its account is in ${content.trim().slice(0, 10)}: import the statement of an account in INR`)
    if (entry && isEntry(path)) {
      entries += 1
      const read = linesOfEntry(entry, line)
      if (typeof read === 'string')
        throw invalidFile(
          { code: 'unreadable-row', row: entries },
          `has an entry that cannot be read: entry ${entries} ${read}. Nothing was stored`,
        )
      for (const one of read) lines.push(one)
      line += Math.max(read.length, 1)
      entry = undefined
    } else if (entry) {
      const value = content.trim()
      characters += value.length
      if (characters > MAX_ENTRY.characters)
        throw broken(`the entry ${entries + 1} has texts of more than ${MAX_ENTRY.characters} characters`)
      if (value !== '') keep(entry, path, '', value)
      if (value !== '' && TEXTS.has(path.at(-1) ?? '')) ownerOf(entry, path).element.texts.push(value)
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

const isEntry = (path: readonly string[]): boolean => path.at(-1) === 'Ntry' && path.at(-2) === 'Stmt'

const isAccountCurrency = (path: readonly string[]): boolean =>
  path.at(-1) === 'Ccy' && path.at(-2) === 'Acct' && path.at(-3) === 'Stmt'

const isTransaction = (path: readonly string[]): boolean =>
  path.at(-1) === 'TxDtls' && path.at(-2) === 'NtryDtls' && path.at(-3) === 'Ntry'

/** The transaction in which a path is, otherwise the entry, and the path below. */
function ownerOf(entry: CamtEntry, path: readonly string[]): { element: CamtElement; below: readonly string[] } {
  const below = path.slice(path.lastIndexOf('Ntry') + 1)
  const transaction = below[0] === 'NtryDtls' && below[1] === 'TxDtls' ? entry.transactions.at(-1) : undefined
  return transaction ? { element: transaction, below: below.slice(2) } : { element: entry, below }
}

/** Keeps the first value of a path. */
function keep(entry: CamtEntry, path: readonly string[], suffix: string, value: string): void {
  const { element, below } = ownerOf(entry, path)
  element.values[`${below.join('/')}${suffix}`] ??= value
}
