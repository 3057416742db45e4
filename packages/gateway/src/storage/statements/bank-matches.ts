/** SQL of a reference for comparing: as `plainReference` of the domain writes it. */
export const REFERENCE_SQL = (text: string): string =>
  `ltrim(regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g'), '0')`

/** SQL of the day, in India, of a time in milliseconds. */
const DAY_SQL = (atMs: string): string =>
  `to_char(to_timestamp(${atMs} / 1000) at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`

/** Settlements by their UTR, of which one settlement has it. */
export const REFERENCES = `"refs" as (
  select ${REFERENCE_SQL('"utr"')} as "ref", min("settlementId") as "settlementId" from galla.settlements where "utr" is not null group by 1 having count(*) = 1)`

/** Settlements that are paid out, by their day in India. */
export const PAID_OUT = `"paidOut" as (
  select "settlementId", "amount", ${DAY_SQL('"updatedAtMs"')} as "day" from galla.settlements where "state" = 'PROCESSED' and "amount" > 0)`

/** Days of the next statement that may pass before its first line. */
const GAP_DAYS = 3

/**
 * The common table expressions that compare settlements with the stored lines. A line belongs to the settlement whose UTR it has, otherwise to the
 * only settlement of its amount and day, when it is the only such line. A line with the UTRs of several settlements belongs to none by them.
 * Lines of files that overlap are one line: `nth` numbers equal lines of a file. Lines with one UTR are equal when their amounts are: two files may
 * date one transfer differently. Lines without a UTR are equal when their days and amounts are.
 *
 * `compared` has each settlement that is `credited`, `differing` or `missing`, `unnamed` the lines of no settlement.
 */
export const MATCHES = `with ${REFERENCES}, ${PAID_OUT},
"referring" as (
  select l."statementId", l."line", min(r."settlementId") as "settlementId", count(distinct r."settlementId") > 1 as "isOfSeveral"
  from galla.bank_statement_lines l cross join lateral unnest(l."references") as w("ref") join "refs" r on r."ref" = w."ref" group by 1, 2),
"named" as (select "statementId", "line", "settlementId" from "referring" where not "isOfSeveral"),
"byUtr" as (
  select "settlementId", "amount", "nth", max("day") as "day" from (
    select n."settlementId", l."amount", l."day",
      row_number() over (partition by l."statementId", n."settlementId", l."amount" order by l."line") as "nth"
    from "named" n join galla.bank_statement_lines l on l."statementId" = n."statementId" and l."line" = n."line") l
  group by 1, 2, 3),
"rest" as (
  select distinct on ("day", "amount", "nth") "day", "amount", "nth", "references", "isAbout" from (
    select l."statementId", l."day", l."amount", l."references", l."namesProvider" or r."isOfSeveral" is not null as "isAbout",
      row_number() over (partition by l."statementId", l."day", l."amount" order by l."line") as "nth"
    from galla.bank_statement_lines l left join "referring" r on r."statementId" = l."statementId" and r."line" = l."line"
    where r."isOfSeveral" is not false) l
  order by "day", "amount", "nth", "isAbout" desc, "statementId"),
"byAmount" as (
  select min(s."settlementId") as "settlementId", s."day", s."amount" from "paidOut" s
  join (select "day", "amount" from "rest" group by 1, 2 having count(*) = 1) a on a."day" = s."day" and a."amount" = s."amount"
  left join "byUtr" u on u."settlementId" = s."settlementId" where u."settlementId" is null
  group by s."day", s."amount" having count(*) = 1),
"credits" as (
  select "settlementId", sum("amount")::bigint as "credited", max("day") as "day", false as "byAmount" from "byUtr" group by 1
  union all select "settlementId", "amount", "day", true from "byAmount"),
"compared" as (
  select s."settlementId", s."utr", s."amount", coalesce(c."credited", 0) as "credited", coalesce(c."day", p."day") as "day", coalesce(c."byAmount", false) as "byAmount",
    case when c."settlementId" is null then 'missing' when c."credited" = s."amount" then 'credited' else 'differing' end as "is"
  from galla.settlements s left join "credits" c on c."settlementId" = s."settlementId" left join "paidOut" p on p."settlementId" = s."settlementId"
  where s."amount" is not null and case
    when c."settlementId" is not null then s."state" = 'PROCESSED' or c."credited" <> 0
    else exists (select from galla.bank_statements a where a."fromDay" <= p."day" and a."toDay" >= p."day")
      and exists (select from galla.bank_statements b where b."toDay" > p."day" and b."fromDay" <= to_char(p."day"::date + ${GAP_DAYS}, 'YYYY-MM-DD')) end),
"unnamed" as (
  select r."day", r."amount", r."nth", r."references" from "rest" r left join "byAmount" m on m."day" = r."day" and m."amount" = r."amount"
  where r."isAbout" and m."settlementId" is null)`

/** Start of a day in India, in milliseconds. */
const START_SQL = (day: string): string =>
  `(extract(epoch from (${day} || 'T00:00:00+05:30')::timestamptz) * 1000)::bigint`

/** Findings about settlements that bank statements show, with the columns of other findings. */
export const BANK_FINDINGS = {
  'credit-differs': `${MATCHES} select "settlementId", null, ("credited" - "amount")::bigint, ${START_SQL('"day"')} from "compared" where "is" = 'differing'`,
  'not-credited': `${MATCHES} select "settlementId", null, "amount", ${START_SQL('"day"')} from "compared" where "is" = 'missing'`,
} as const
