import { paiseOf } from '../settlements/report-file.ts'
import { namesProvider, referencesOf, type StatementLine, statementDay } from './statement-line.ts'

/** Texts of an element, and the values of the elements below by their path, such as `Amt`, `Amt@Ccy` and `BookgDt/Dt`. */
export interface CamtElement {
  readonly texts: string[]
  readonly values: { [path: string]: string }
}

/** An entry of a bank statement of ISO 20022, with its transactions (`NtryDtls/TxDtls`). */
export interface CamtEntry extends CamtElement {
  readonly transactions: CamtElement[]
}

/**
 * Lines of an entry: one for each transaction when the amounts of all are known and have the sum of the entry, otherwise one for the entry. None for an
 * entry that is not booked or has no money; a text says what cannot be read.
 * @param line the number of the first line
 */
export function linesOfEntry(entry: CamtEntry, line: number): StatementLine[] | string {
  const lines = allLinesOf(entry, line)
  return typeof lines === 'string' ? lines : lines.filter(({ amount }) => amount !== 0)
}

function allLinesOf(entry: CamtEntry, line: number): StatementLine[] | string {
  const { texts, values, transactions } = entry
  // Since version 8 the status is a code in an element of its own.
  const status = values['Sts/Cd'] ?? values.Sts
  if (status !== undefined && status !== 'BOOK') return []
  const currency = values['Amt@Ccy'] ?? 'INR'
  if (currency !== 'INR') return `has the currency ${currency.slice(0, 10)}: import the statement of an account in INR`
  const amount = rupeesOf(values.Amt)
  if (amount === undefined) return 'has no amount of rupees with at most two decimals'
  const day = statementDay(
    values['BookgDt/Dt'] ?? values['BookgDt/DtTm'] ?? values['ValDt/Dt'] ?? values['ValDt/DtTm'] ?? '',
  )
  if (day === undefined || day === 'invalid') return 'has no date'
  const sign = signOf(values.CdtDbtInd)
  if (sign === undefined) return 'is neither a credit (CRDT) nor a debit (DBIT)'
  const amounts = amountsOf(transactions, sign, sign * amount)
  if (amounts) {
    return transactions.map((transaction, at) => ({
      ...{ line: line + at, day, amount: amounts[at] ?? 0, references: referencesOf(transaction.texts) },
      namesProvider: namesProvider([...texts, ...transaction.texts]),
    }))
  }
  const all = [...transactions.flatMap((transaction) => transaction.texts), ...texts]
  return [{ line, day, amount: sign * amount, references: referencesOf(all), namesProvider: namesProvider(all) }]
}

/** Signed amounts of several transactions; undefined when one is unknown, or their sum is not that of the entry. */
function amountsOf(transactions: readonly CamtElement[], entrySign: number, sum: number): number[] | undefined {
  if (transactions.length < 2) return undefined
  const amounts = transactions.map(({ values }) => {
    // Until version 2 the amount of a transaction is among its details.
    const path = values.Amt === undefined ? 'AmtDtls/TxAmt/Amt' : 'Amt'
    const amount = (values[`${path}@Ccy`] ?? 'INR') === 'INR' ? rupeesOf(values[path]) : undefined
    const sign = values.CdtDbtInd === undefined ? entrySign : signOf(values.CdtDbtInd)
    return (amount ?? Number.NaN) * (sign ?? Number.NaN)
  })
  return amounts.reduce((total, amount) => total + amount, 0) === sum ? amounts : undefined
}

function rupeesOf(text: string | undefined): number | undefined {
  const amount = paiseOf(text ?? 'none')
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined
}

function signOf(indicator: string | undefined): 1 | -1 | undefined {
  if (indicator === 'CRDT') return 1
  return indicator === 'DBIT' ? -1 : undefined
}
