/**
 * SQL that derives the facts of a refund from what the release before stored. Dropped when its columns are.
 * @param nowMs SQL of the time
 */
export const refundFacts = (nowMs: string): string => `
-- What the provider has said and nobody has agreed to: the review was the only memory of it.
create function galla."disputedOf"("r" galla.refunds) returns jsonb language plpgsql immutable as $$
declare
  "ours" jsonb := "r"."needsReview" -> 'ours';
  "theirs" jsonb := "r"."needsReview" -> 'theirs';
  "reason" text := "r"."needsReview" ->> 'reason';
  "report" jsonb;
  "stray" jsonb;
begin
  if jsonb_typeof("theirs") is distinct from 'object' or "reason" not in ('amount-mismatch', 'contradiction', 'order-mismatch', 'unknown-state') then
    return null;
  end if;
  "report" := jsonb_strip_nulls(jsonb_build_object('report', jsonb_strip_nulls(jsonb_build_object('state', "theirs" -> 'state', 'amount', "theirs" -> 'amount')),
    'paidOut', case when "theirs" ->> 'state' = 'COMPLETED' then jsonb_strip_nulls(jsonb_build_object('amount', "theirs" -> 'amount')) end,
    -- Its status cannot be checked, so no later statement takes that back.
    'failed', case when "theirs" ->> 'state' = 'FAILED' and "r"."merchantRefundId" like 'external:%' then true end));
  "stray" := jsonb_build_object('stray', jsonb_strip_nulls(jsonb_build_object('reason', "reason", 'theirs', "theirs",
    'ours', case when "ours" ? 'refundId' then jsonb_build_object('refundId', "ours" -> 'refundId') end)));
  -- COMPLETED was reported before, with this amount.
  if "reason" = 'contradiction' and "theirs" ->> 'state' = 'FAILED' and "ours" ->> 'state' = 'COMPLETED' and "r"."state" <> 'COMPLETED' then
    return "report" || jsonb_build_object('paidOut', jsonb_strip_nulls(jsonb_build_object('amount', "ours" -> 'amount')));
  end if;
  if "reason" = 'amount-mismatch' or "reason" = 'contradiction' and ("ours" ? 'availableAmount' or ("r"."state" = 'COMPLETED' and "theirs" ->> 'state' = 'FAILED'
    and not "theirs" ?| '{refundId,merchantRefundId}')) then
    return "report";
  end if;
  return "stray";
end $$;

-- The key of a refund that the release before names. A refund of the provider's id may have got ours since.
create function galla."keyOfRefund"("shown" text) returns bigint language sql stable as $$
  select coalesce((select "id" from galla.refunds where "merchantRefundId" = "shown"),
    (select "id" from galla.refunds where "shown" like 'external:%' and "refundId" = substr("shown", 10)))
$$;

create function galla."refundAsFacts"() returns trigger language plpgsql as $$
begin
  new."disputed" := galla."disputedOf"(new);
  if new."needsReview" ->> 'reason' in ('refused', 'order-unknown') and new."refusal" is not null then
    new."refusal" := new."refusal" || '{"isDenied": true}';
  end if;
  -- When it left was not stored: at the latest now, by the clock of this database.
  if not new."inDoubt" then
    new."underWaySinceMs" := null;
  elsif new."underWaySinceMs" is null or old."attempts" is distinct from new."attempts" then
    new."underWaySinceMs" := greatest(new."updatedAtMs", ${nowMs});
  end if;
  return new;
end $$;
create trigger "asFacts" before insert or update on galla.refunds for each row execute function galla."refundAsFacts"();

create function galla."withRefundKey"() returns trigger language plpgsql as $$
begin
  new."refundKey" := galla."keyOfRefund"(new."merchantRefundId");
  return new;
end $$;
-- The release before deletes a refund of the provider's id that is another one of ours. What refers to it is asked for again.
create function galla."withoutRefundKey"() returns trigger language plpgsql as $$
begin
  update galla.ledger set "refundKey" = null where "refundKey" = old."id";
  update galla.events set "refundKey" = null where "merchantRefundId" = old."merchantRefundId";
  update galla.deliveries set "refundKey" = null where "merchantRefundId" = old."merchantRefundId";
  return null;
end $$;
create trigger "asFactsWhenDeleted" after delete on galla.refunds for each row execute function galla."withoutRefundKey"();
`

/** Returns the SQL of a trigger that gives a row about a refund its key. */
export const keyOfNew = (table: string): string =>
  `create trigger "asFacts" before insert on galla.${table} for each row when (new."merchantRefundId" is not null) execute function galla."withRefundKey"();`

/**
 * Refunds that were deleted by hand: the ledger has their transfers, which refer to a refund from now on. What was paid out is COMPLETED, what took
 * nothing FAILED. What is held needs review until the provider or a person says what became of it: nobody knows whether it was sent.
 */
export const RESTORE_DELETED = `
insert into galla.refunds ("merchantRefundId", "refundId", "merchantOrderId", "amount", "state", "origin", "inDoubt", "needsReview", "stateSinceMs", "createdAtMs", "updatedAtMs", "nextPollAtMs")
select l."merchantRefundId", case when l."merchantRefundId" like 'external:%' then substr(l."merchantRefundId", 10) end, min(l."merchantOrderId"),
  case when s."refunded" > 0 then s."refunded" when s."held" > 0 then s."held" else max(l."amount") end,
  case when s."held" > 0 then 'REQUESTED' when s."refunded" > 0 then 'COMPLETED' else 'FAILED' end, coalesce(min(l."origin"), 'external'), s."held" > 0 and l."merchantRefundId" not like 'external:%',
  case when s."held" > 0 then jsonb_build_object('reason', 'unreadable', 'sinceMs', max(l."atMs"), 'ours', jsonb_build_object('state', 'REQUESTED', 'amount', s."held")) end,
  max(l."atMs"), min(l."atMs"), max(l."atMs"), case when s."held" > 0 then max(l."atMs") end
from galla.ledger l cross join lateral (
  select sum(case 'held' when k."creditAccount" then k."amount" when k."debitAccount" then -k."amount" else 0 end)::bigint as "held",
    sum(case 'refunded' when k."creditAccount" then k."amount" when k."debitAccount" then -k."amount" else 0 end)::bigint as "refunded"
  from galla.ledger k where k."merchantRefundId" = l."merchantRefundId") s
where l."refundKey" is null and l."merchantRefundId" is not null
group by l."merchantRefundId", s."held", s."refunded";
`

export const DROP_REFUND_FACTS = `
drop trigger "asFacts" on galla.ledger;
drop trigger "asFacts" on galla.events;
drop trigger "asFacts" on galla.deliveries;
drop function galla."withRefundKey"();
drop trigger "asFacts" on galla.refunds;
drop trigger "asFactsWhenDeleted" on galla.refunds;
drop function galla."refundAsFacts"();
drop function galla."withoutRefundKey"();
drop function galla."disputedOf"(galla.refunds);
drop function galla."keyOfRefund"(text);
`
