import { checkMetaInfo } from '../../checks/meta-info.ts'
import { builderOf, type Setters } from '../builder.ts'
import { toException } from '../to-exception.ts'

type Text = string | undefined

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
    for (const [index, value] of udfs.entries()) Object.assign(this, { [`udf${index + 1}`]: value })
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

interface MetaInfoBuilder extends Setters<Pick<MetaInfo, `udf${number}` & keyof MetaInfo>, MetaInfoBuilder> {
  build(): MetaInfo
}

const NAMES = Array.from({ length: 15 }, (_, index) => `udf${index + 1}` as keyof MetaInfo)

const MetaInfoBuilder: new () => MetaInfoBuilder = builderOf<MetaInfo, MetaInfoBuilder>(
  NAMES,
  (set) => new MetaInfo(...NAMES.map((name) => set[name])),
)
