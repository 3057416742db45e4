const quoted = (text) => `'${String(text).replaceAll("'", "''")}'`

/** True when the database computes no part of the value. */
const isConstant = (value) =>
  typeof value !== 'object' || (!('$sql' in value || '$if' in value) && Object.values(value).every(isConstant))

/** SQL of a value of a column, or of a part of a JSON value. */
function expressionOf(value) {
  if (typeof value !== 'object') return typeof value === 'string' ? quoted(value) : String(value)
  if ('$sql' in value) return value.$sql
  if ('$if' in value) {
    const otherwise = 'otherwise' in value ? ` else ${expressionOf(value.otherwise)}` : ''
    return `case when ${value.$if} then ${expressionOf(value.is)}${otherwise} end`
  }
  if (isConstant(value)) return `${quoted(JSON.stringify(value))}::jsonb`
  return Array.isArray(value)
    ? `jsonb_build_array(${value.map(expressionOf).join(', ')})`
    : `jsonb_build_object(${Object.entries(value)
        .map(([name, part]) => `${quoted(name)}, ${expressionOf(part)}`)
        .join(', ')})`
}

/** Returns the SQL text after `insert into <table>`, without the source of the rows. @param columns one table of `SeededTables` */
export const insertSql = (columns) =>
  `(${Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ')}) select ${Object.values(columns).map(expressionOf).join(', ')}`
