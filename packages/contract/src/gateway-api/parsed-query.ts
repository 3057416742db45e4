/** Fields of a query string that are not text once they are parsed. */
interface ParsedFields {
  fromMs: number
  toMs: number
  minAmount: number
  maxAmount: number
  limit: number
  needsReview: boolean
  awaitsApproval: boolean
  delayed: boolean
  owed: boolean
  unknownEvent: boolean
  needsAnswer: boolean
  dunning: boolean
}

/** A query string's fields after parsing: numbers and booleans where the wire has text. */
export type ParsedQuery<Query> = {
  [Key in keyof Query]: Key extends keyof ParsedFields ? ParsedFields[Key] : Query[Key]
}
