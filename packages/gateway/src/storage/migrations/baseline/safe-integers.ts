/**
 * Each bigint is a safe integer of JavaScript: a larger one, written by hand, would stop each list and each worker that reads its row. One
 * comparison for all columns of a table: each statement that writes a table reads the text of its constraints again.
 */
export const safeIntegers = `
do $$
declare t record;
begin
  for t in
    select c.oid::regclass as "name",
      format('greatest(%1$s) <= 9007199254740991 and least(%1$s) >= -9007199254740991', string_agg(quote_ident(a.attname), ', ' order by a.attnum)) as "condition"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'galla'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
    group by c.oid
  loop
    execute format('alter table %s add constraint "safeIntegers" check (%s)', t."name", t."condition");
  end loop;
end $$;
`
