import { CHANGE_TYPES, insertOrders, NEW_ORDER_TYPES, recordOf, updateOrders } from '../../orders/order-columns.ts'

/** Fields of a transition that its order and decision are written from, and their types. */
const CHANGE = {
  ...CHANGE_TYPES,
  version: 'integer',
  rule: 'text',
  from: 'text',
  observations: 'jsonb',
  events: 'jsonb',
}

const namesOf = (fields: object) =>
  Object.keys(fields)
    .map((name) => `t."${name}"`)
    .join(', ')
/**
 * One plan for each connection: planning takes longer than the statement. The plan is kept while the tables grow from nothing, so that
 * the planner has to find each row by its index.
 */
const PLANNED_ONCE =
  'set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off'

/**
 * Functions that write many orders in one round trip and one commit. Each takes the locks of its references in one statement and works in
 * the next, which therefore sees what the transaction that held a lock before has committed. It waits for no reference: what it cannot lock, or what is
 * no longer as the caller read it, is left out of the result, and the caller does it in a transaction of its own. A later release that
 * passes other fields adds a function of another name: this one is called by the release beside it. The subqueries about attempts have a
 * limit: the planner cannot turn their joins round.
 */
export const batchFunctions = `
-- Stores orders that are the first of their reference. Returns the ids that it stored.
create function galla."insertFirstOrders"("given" jsonb) returns setof text language plpgsql
  ${PLANNED_ONCE} as $$
#variable_conflict use_column
declare
  "lockedIds" text[];
begin
  select array_agg(g."merchantOrderId") into "lockedIds"
    from jsonb_to_recordset("given") as g("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(g."reference", 0));
  return query
  ${insertOrders(`jsonb_to_recordset("given") as g(${recordOf(NEW_ORDER_TYPES)})`)}
    where g."merchantOrderId" = any("lockedIds")
      and not exists (select from galla.orders o where o."reference" = g."reference")
    on conflict do nothing
    returning "merchantOrderId";
end $$;

-- Saves changes of orders that are still at the version from which the change was computed, and whose references have neither a paid
-- order nor a later one of another amount, and whose id at the provider, links to pay and attempts, in any state, are of no other order: then the change is
-- the one that would be computed now. With each order its captures, decision and events with their deliveries. Returns the ids that it saved, and whether they have deliveries.
create function galla."saveTransitions"("transitions" jsonb) returns table ("savedId" text, "hasDeliveries" boolean) language plpgsql
  ${PLANNED_ONCE} as $$
#variable_conflict use_column
declare
  "lockedIds" text[];
  "savedIds" text[];
begin
  select array_agg(t."merchantOrderId") into "lockedIds"
    from jsonb_to_recordset("transitions") as t("merchantOrderId" text, "reference" text)
    where pg_try_advisory_xact_lock(hashtextextended(t."reference", 0));
  with "given" as materialized (
    select ${namesOf(CHANGE)} from jsonb_to_recordset("transitions") as t(${recordOf(CHANGE)})
    where t."merchantOrderId" = any("lockedIds")),
  "saved" as (
    ${updateOrders('"given" g')}
      and o."version" = g."version" and not exists (
      select from galla.orders p where p."reference" = o."reference"
        and (p."resolution" = 'fulfil' or (p."amount" <> o."amount" and p."createdAtMs" > o."createdAtMs")))
      and not exists (
        select from galla.orders p where p."orderId" = g."orderId" and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'redirectUrl' = g."linkDigests" ->> 'redirectUrl'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'intentUrl' = g."linkDigests" ->> 'intentUrl'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'qrData' = g."linkDigests" ->> 'qrData'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from galla.orders p where p."linkDigests" ->> 'token' = g."linkDigests" ->> 'token'
          and p."merchantOrderId" <> g."merchantOrderId")
      and not exists (
        select from jsonb_array_elements(g."attempts") a cross join lateral (
          select from galla.orders p where p."transactionId" = a ->> 'transactionId' and p."state" = 'COMPLETED'
            and p."merchantOrderId" <> g."merchantOrderId" limit 1) p)
      and not exists (
        select from jsonb_array_elements(g."attempts") a cross join lateral (
          select from galla.ledger l where l."transactionId" = a ->> 'transactionId'
            and l."merchantOrderId" <> g."merchantOrderId" limit 1) l)
    returning o."merchantOrderId"),
  "decided" as (
    insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events")
    select g."merchantOrderId", g."updatedAtMs", g."rule", g."from", g."state", g."observations",
      coalesce(jsonb_path_query_array(g."events", '$[*].eventId'), '[]')
    from "saved" s join "given" g using ("merchantOrderId"))
  select array_agg("merchantOrderId") into "savedIds" from "saved";
  if "savedIds" is null then
    return;
  end if;
  -- A statement that posts nothing would run the trigger of the ledger all the same, and most changes move no money.
  if jsonb_path_exists("transitions", '$[*].captures') then
    insert into galla.ledger ("merchantOrderId", "atMs", "transferKey", "kind", "debitAccount", "creditAccount", "amount", "transactionId", "paidAtMs")
    select g."merchantOrderId", g."updatedAtMs", c."transferKey", 'capture', 'payments', 'available', c."amount", c."transactionId", c."paidAtMs"
    from jsonb_to_recordset("transitions") as g("merchantOrderId" text, "updatedAtMs" bigint, "captures" jsonb),
      jsonb_to_recordset(g."captures") as c("transferKey" text, "amount" bigint, "transactionId" text, "paidAtMs" bigint)
    where g."merchantOrderId" = any("savedIds") and g."captures" is not null
    on conflict ("transferKey") do nothing;
  end if;
  if not jsonb_path_exists("transitions", '$[*].events') then
    return query select s, false from unnest("savedIds") s;
    return;
  end if;
  return query
  with "recorded" as (
    insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs")
    select e."eventId", e."type", g."merchantOrderId", g."updatedAtMs"
    from jsonb_to_recordset("transitions") as g("merchantOrderId" text, "updatedAtMs" bigint, "events" jsonb),
      jsonb_to_recordset(g."events") as e("eventId" text, "type" text)
    where g."merchantOrderId" = any("savedIds") and g."events" is not null
    on conflict do nothing
    returning "eventId", "event", "merchantOrderId", "createdAtMs"),
  "delivered" as (
    insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "nextAttemptAtMs")
    select r."eventId", s."subscriber", r."event", r."merchantOrderId", r."createdAtMs", r."createdAtMs"
    from "recorded" r join galla.subscriptions s on s."event" = r."event"
    returning "merchantOrderId")
  select s, exists (select from "delivered" d where d."merchantOrderId" = s) from unnest("savedIds") s;
end $$;
`
