import { V2_BANKS } from '@galla/contract/provider/mode-values'
import type { PageBank } from '@galla/contract/sandbox-api/page-routes'
import { defined } from './defined.ts'

/** A bank with its code in `paymentModeConfig` V2, which can differ from the bank id. */
export interface Bank extends PageBank {
  readonly v2Code?: string
}

/** Banks that the hosted page lists, by their custom-checkout bank ids (protocol §4.5). */
export const BANKS: readonly Bank[] = [
  bank('SBIN', 'State Bank of India', true),
  bank('HDFC', 'HDFC Bank', true),
  bank('ICIC', 'ICICI Bank', true),
  bank('UTIB', 'Axis Bank', true),
  bank('KKBK', 'Kotak Mahindra Bank', true),
  bank('PUNB', 'Punjab National Bank', true, 'slow'),
  bank('BARB', 'Bank of Baroda'),
  bank('BKID', 'Bank of India'),
  bank('CBIN', 'Central Bank of India'),
  bank('CNRB', 'Canara Bank'),
  bank('CSBK', 'CSB Bank'),
  bank('DBSS', 'DBS Bank'),
  bank('DCBL', 'DCB Bank'),
  bank('FDRL', 'Federal Bank'),
  bank('IBKL', 'IDBI Bank'),
  bank('IDFB', 'IDFC FIRST Bank'),
  bank('IDIB', 'Indian Bank'),
  bank('INDB', 'IndusInd Bank'),
  bank('IOBA', 'Indian Overseas Bank'),
  bank('JAKA', 'Jammu & Kashmir Bank', false, 'down'),
  bank('KARB', 'Karnataka Bank'),
  bank('KVBL', 'Karur Vysya Bank'),
  bank('MAHB', 'Bank of Maharashtra'),
  bank('PSIB', 'Punjab & Sind Bank'),
  bank('RATN', 'RBL Bank'),
  bank('SCBL', 'Standard Chartered Bank'),
  bank('SIBL', 'South Indian Bank'),
  bank('TMBL', 'Tamilnad Mercantile Bank'),
  bank('UBIN', 'Union Bank of India'),
  bank('UCBA', 'UCO Bank'),
  bank('YESB', 'Yes Bank'),
]

/** Every bank id that a custom-checkout payment accepts. */
export const BANK_IDS: ReadonlySet<string> = new Set([
  ...BANKS.map((one) => one.bankId),
  ...'CIUB DEUT DLXB SVCB AIRP AUBL BDBL COSB ESFB JSFB JSBP NKGS SRCB SURY UJVN APGB BBKM BCCB'.split(' '),
  ...'ESMF FSFB KJSB PKGB KVGB MSNU TJSB ZCBL OTHERS'.split(' '),
])

export function findBank(bankId: string): Bank {
  return BANKS.find((one) => one.bankId === bankId) ?? bank(bankId, bankId)
}

function bank(bankId: string, name: string, popular = false, health: PageBank['health'] = 'up'): Bank {
  const v2Code = V2_BANKS.find((code) => code === (bankId === 'UCBA' ? 'UCOBANK' : bankId))
  return { bankId, name, popular, health, ...defined({ v2Code }) }
}
