/** Values of `paymentModeConfig` V2 (protocol §3.8), case-sensitive: how the payer approves a UPI payment. */
export type UpiFlow = 'INTENT' | 'COLLECT' | 'QR'
/** UPI apps; `others` means every app that is not listed. */
export type UpiAppId = 'phonepe' | 'gpay' | 'paytm' | 'bhim' | 'amazon' | 'cred' | 'supermoney' | 'others'
/** The account type behind a UPI payment. */
export type UpiInstrument = 'BANK_ACCOUNT' | 'RUPAY_CC' | 'CREDIT_LINE'
/** Credit or debit. */
export type CardType = 'CREDIT_CARD' | 'DEBIT_CARD'
/** Card networks. */
export type CardNetwork = 'VISA' | 'MASTER_CARD' | 'RUPAY' | 'AMEX' | 'DINERS_CLUB'
/** Card products. */
export type CardVariant = 'CONSUMER' | 'PREMIUM' | 'SUPER_PREMIUM' | 'CORPORATE'
/** Where a card was issued. */
export type GeoScope = 'DOMESTIC' | 'INTERNATIONAL'

export const UPI_FLOWS: readonly UpiFlow[] = ['QR', 'INTENT', 'COLLECT']
export const UPI_APP_IDS: readonly UpiAppId[] = [
  'phonepe',
  'gpay',
  'paytm',
  'bhim',
  'amazon',
  'cred',
  'supermoney',
  'others',
]
export const UPI_INSTRUMENTS: readonly UpiInstrument[] = ['BANK_ACCOUNT', 'RUPAY_CC', 'CREDIT_LINE']
export const CARD_TYPES: readonly CardType[] = ['CREDIT_CARD', 'DEBIT_CARD']
export const CARD_NETWORKS: readonly CardNetwork[] = ['VISA', 'MASTER_CARD', 'RUPAY', 'AMEX', 'DINERS_CLUB']
export const CARD_VARIANTS: readonly CardVariant[] = ['CONSUMER', 'PREMIUM', 'SUPER_PREMIUM', 'CORPORATE']
export const GEO_SCOPES: readonly GeoScope[] = ['DOMESTIC', 'INTERNATIONAL']

/** Bank codes of V2. They are not the bank ids of `NET_BANKING` payments (protocol §4.5). */
export const V2_BANKS: readonly string[] = [
  ...'HDFC ICIC SBIN UTIB KKBK PUNB BKID CNRB FDRL IOBA ORBC SIBL UBIN VIJB YESB BARB CBIN INDB IDFB'.split(' '),
  ...'JAKA KVBL NKGS SRCB TMBL UCOBANK ALLA ANDB CORP DCBL ESFB IBKL IDBI LAVB MAHB MSNU NICB RATN'.split(' '),
  ...'RNSB SCBL STBP SYNB TBSB TJSB TNSC UTKS WBSC PSIB'.split(' '),
]
