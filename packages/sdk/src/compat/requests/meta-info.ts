import { checkMetaInfo } from '../../validation/fields.ts'
import { builderOf, type Setters } from '../builder.ts'
import { toException } from '../to-exception.ts'

type Text = string | undefined
type Name = `udf${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`
type Fields = { [Udf in Name]?: Text }

/** `udf1`–`udf10`: up to 256 characters. `udf11`–`udf15`: up to 50 of letters, digits, space and `_ - @ . +`. */
export class MetaInfo {
  declare udf1?: Text
  declare udf2?: Text
  declare udf3?: Text
  declare udf4?: Text
  declare udf5?: Text
  declare udf6?: Text
  declare udf7?: Text
  declare udf8?: Text
  declare udf9?: Text
  declare udf10?: Text
  declare udf11?: Text
  declare udf12?: Text
  declare udf13?: Text
  declare udf14?: Text
  declare udf15?: Text

  /** `udf1` to `udf15`, in order. @throws BadRequest naming the field that the provider would refuse. */
  constructor(...udfs: readonly Text[]) {
    for (const [index, value] of udfs.entries()) {
      // What was not set is not there: fifteen absent fields would cost more than the rest of a request.
      if (value !== undefined) this[NAMES[index] ?? nameOf(index)] = value
    }
    try {
      checkMetaInfo(this)
    } catch (error) {
      throw toException(error)
    }
  }

  static builder(): MetaInfoBuilder {
    return new MetaInfoBuilder()
  }
}

interface MetaInfoBuilder extends Setters<Fields, MetaInfoBuilder> {
  build(): MetaInfo
}

const NAMES: readonly Name[] = Array.from({ length: 15 }, (_, index) => nameOf(index))

/** A sixteenth field gets a name, too, for the check to refuse. */
function nameOf(index: number): Name {
  return `udf${index + 1}` as Name
}

const MetaInfoBuilder: new () => MetaInfoBuilder = builderOf<Fields, MetaInfoBuilder>(
  NAMES,
  (set) => new MetaInfo(...NAMES.map((name) => set[name])),
)
