import { describe, expect, it } from 'vitest'
import { textsOf } from './files.ts'
import { sqlNamesColumns } from './sql.ts'
import { format } from './violation.ts'

const path = 'packages/gateway/src/storage/orders/orders.ts'

describe('SQL of the gateway', () => {
  it('names its columns', () => {
    expect(format(sqlNamesColumns(textsOf(/^packages\/gateway\/src\/.*\.ts$/)))).toBe('')
  })

  it.each([
    'select * from galla.orders',
    'SELECT\n  * from galla.orders',
    'select distinct * from galla.orders',
    'select distinct on ("reference") * from galla.orders',
    'select "amount", * from galla.orders',
    'select (select count(*) from galla.refunds) as n, * from galla.orders',
    'with found as materialized (select * from galla.orders) select "amount" from found',
    'select o.* from galla.orders o',
    'select "o".* from galla.orders "o"',
    'select found.* from $, lateral ($) found',
    'update galla.orders set "version" = 2 returning *',
    'delete from galla.orders returning "merchantOrderId", *',
    'insert into galla.orders values ($1, $2)',
    'insert into galla.orders select "a", "b" from old',
    'insert into galla.$ values ($1)',
    'select "amount" from galla.orders natural join galla.refunds',
    'select "amount" from galla.orders natural left join galla.refunds',
    'select row($1, $2)::galla.orders',
    'select null::galla.orders',
    'select cast(row($1) as galla.orders)',
    'declare one galla.orders%rowtype; select 1',
    'select row_to_json(o) from galla.orders o',
    'select to_jsonb(o) from galla.orders o',
    'select jsonb_populate_record(null, $1) from x',
    'table galla.orders',
  ])('may not be: %s', (sql) => {
    expect(sqlNamesColumns([{ path, text: `const text = \`${sql.replaceAll('$', '\\$')}\`` }])).toMatchObject([
      { file: path, line: 1 },
    ])
  })

  it.each([
    'select "merchantOrderId", count(*) as n from galla.orders group by 1',
    'select count( * ) from galla.orders',
    'select now() + $2::float8 * interval \'1 millisecond\' as "at" from galla.orders',
    'select "amount" * 2, "a" / 2 * 3 from galla.orders',
    'select jsonb_path_query_array("attempts", \'$[*].transactionId\') from galla.orders',
    'select jsonb_path_query_array("attempts", \'$.*\') from galla.orders',
    'insert into galla.orders ("a") values ($1) returning "a"',
    'insert into galla.calls ("a") select "a" from x',
    'select to_jsonb("payerVpa") from galla.orders',
    'create table galla.new ("a" text)',
    '-- select * in a comment\nselect 1',
    'Choose * to select all',
  ])('may be: %s', (sql) => {
    expect(sqlNamesColumns([{ path, text: `const text = \`${sql.replaceAll('$', '\\$')}\`` }])).toEqual([])
  })

  it('is read through the parts of a template', () => {
    const inTemplate = (sql: string) => [{ path, text: `const text = \`${sql}\`` }]
    expect(sqlNamesColumns(inTemplate('select $' + '{columns}, * from galla.orders'))).toHaveLength(1)
    expect(sqlNamesColumns(inTemplate('select $' + '{a * b} from galla.$' + '{c * d}'))).toEqual([])
  })
})
