import type { ClientBase } from 'pg'

const OF_SCHEMA = `relnamespace = 'galla'::regnamespace`

/** Queries of the catalogs; each row is one text. Positions of columns do not matter: SQL names its columns. */
const PARTS: { readonly [part: string]: string } = {
  tables: `select format('%s %s', c.relname, c.relkind) from pg_class c where c.${OF_SCHEMA} and c.relkind in ('r', 'v', 'm', 'p', 'f')`,
  columns: `select format('%s.%s %s%s default %s identity %s generated %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end, coalesce(pg_get_expr(d.adbin, d.adrelid), 'none'), a.attidentity, a.attgenerated)
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.${OF_SCHEMA} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s.%s %s valid %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
    from pg_constraint c where c.connamespace = 'galla'::regnamespace and c.contype <> 't'`,
  indexes: `select format('%s primary %s valid %s', pg_get_indexdef(i.indexrelid), i.indisprimary, i.indisvalid)
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.${OF_SCHEMA}`,
  triggers: `select format('%s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.${OF_SCHEMA} and not t.tgisinternal`,
  functions: `select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'galla'::regnamespace`,
  sequences: `select format('%s %s start %s step %s from %s to %s of %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
      (select format('%s.%s', d.refobjid::regclass, a.attname) from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.objid = s.seqrelid and d.deptype in ('a', 'i')))
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.${OF_SCHEMA}`,
  types: `select typname::text from pg_type where typnamespace = 'galla'::regnamespace and typtype <> 'c' and typelem = 0`,
}

/** Everything that the catalogs say of the schema, in parts, each a sorted list of texts. */
export async function describeSchema(client: Pick<ClientBase, 'query'>): Promise<{ [part: string]: string[] }> {
  const described: { [part: string]: string[] } = {}
  for (const [part, text] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ text: string }>(`select t."text" from (${text}) t("text")`)
    described[part] = rows.map((row) => row.text).sort()
  }
  return described
}
