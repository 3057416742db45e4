/** The words of `paymentModeConfig` V2. Compare them by case: the provider does. */
export type UpiFlow = 'INTENT' | 'COLLECT' | 'QR'
/** `others` is every app that the list does not name. */
export type UpiAppId = 'phonepe' | 'gpay' | 'paytm' | 'bhim' | 'amazon' | 'cred' | 'supermoney' | 'others'
export type UpiInstrument = 'BANK_ACCOUNT' | 'RUPAY_CC' | 'CREDIT_LINE'
export type CardType = 'CREDIT_CARD' | 'DEBIT_CARD'
export type CardNetwork = 'VISA' | 'MASTER_CARD' | 'RUPAY' | 'AMEX' | 'DINERS_CLUB'
export type CardVariant = 'CONSUMER' | 'PREMIUM' | 'SUPER_PREMIUM' | 'CORPORATE'
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

/** Bank codes of V2: not the ids that a custom-checkout payment names. */
export const V2_BANKS: readonly string[] = [
  ...'HDFC ICIC SBIN UTIB KKBK PUNB BKID CNRB FDRL IOBA ORBC SIBL UBIN VIJB YESB BARB CBIN INDB IDFB'.split(' '),
  ...'JAKA KVBL NKGS SRCB TMBL UCOBANK ALLA ANDB CORP DCBL ESFB IBKL IDBI LAVB MAHB MSNU NICB RATN'.split(' '),
  ...'RNSB SCBL STBP SYNB TBSB TJSB TNSC UTKS WBSC PSIB'.split(' '),
]
