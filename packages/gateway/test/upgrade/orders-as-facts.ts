/** SQL that derives the facts of an order from what the release before stored. Dropped when its columns are. */
export const ORDER_FACTS = `
-- What became of the request that begins the payment. Without "givenUp", the code of a failed order tells who closed it.
create function galla."openingOf"("o" galla.orders) returns text language sql immutable as $$
  select case
    when "o"."state" = 'CREATED' and "o"."orderId" is null and "o"."sentAtMs" is null then 'unsent'
    when "o"."state" = 'CREATED' and "o"."orderId" is null and "o"."sendByMs" is not null then 'sending'
    when "o"."state" = 'CREATED' and "o"."orderId" is null then 'unknown'
    when "o"."state" = 'FAILED' and coalesce("o"."givenUp", true) then case "o"."errorCode"
      when 'NEVER_OPENED' then 'never-opened' when 'NOT_SENT' then 'never-sent' when 'CANCELLED' then 'cancelled' when 'REFUSED' then 'refused'
      else 'sent' end
    else 'sent' end
$$;

-- The payments as facts. What the ledger has captured is booked; a capture that names no payment of the order is of the first ones that lack it.
create function galla."attemptsOf"("o" galla.orders) returns jsonb language plpgsql stable as $$
declare
  "facts" jsonb := '[]';
  "one" jsonb;
  "amount" bigint;
  "reported" bigint;
  "former" bigint;
  "booked" bigint;
  "missing" bigint;
  "unnamed" jsonb;
  "isAsked" boolean := coalesce(jsonb_path_exists("o"."needsReview", '$.findings[*] ? (@.code == "paid-twice")'), false);
  "isSeen" boolean := coalesce("o"."doublePaymentSeen", false) and not "isAsked";
  "free" bigint := coalesce((select sum(l."amount") from galla.ledger l where l."merchantOrderId" = "o"."merchantOrderId" and l."kind" = 'capture'
    and (l."transactionId" is null or not jsonb_path_query_array("o"."attempts", '$[*].transactionId') ? l."transactionId")), 0);
begin
  for "one" in select a from jsonb_array_elements("o"."attempts") a loop
    "amount" := nullif(greatest(("one" ->> 'amount')::bigint, -1), -1);
    "reported" := nullif(greatest(("one" ->> 'reportedAmount')::bigint, -1), -1);
    "former" := "reported";
    "booked" := (select sum(l."amount") from galla.ledger l
      where l."merchantOrderId" = "o"."merchantOrderId" and l."kind" = 'capture' and l."transactionId" = "one" ->> 'transactionId');
    if "one" ->> 'state' = 'COMPLETED' then
      "missing" := least(coalesce("amount", "free") - coalesce("booked", 0), "free");
      if "missing" > 0 then
        "booked" := coalesce("booked", 0) + "missing";
        "free" := "free" - "missing";
      elsif "isSeen" and "amount" is null then
        "booked" := coalesce("booked", 0);
      end if;
      -- Of an accepted payment "amount" was the accepted one, of any other one the newest.
      if "isSeen" and "reported" is not null then
        "former" := "amount";
        "amount" := "reported";
      end if;
    end if;
    "facts" := "facts" || jsonb_build_array(jsonb_strip_nulls("one" - 'amount' - 'reportedAmount' || jsonb_build_object('amount', "amount", 'booked', "booked",
      'otherAmounts', case when "former" <> "amount" then jsonb_build_array("former") end)));
  end loop;
  -- Paid, and no attempt says by which payment.
  if "free" > 0 then
    "facts" := "facts" || jsonb_build_array(jsonb_build_object('transactionId', 'order:' || "o"."merchantOrderId", 'state', 'COMPLETED',
      'paymentMode', 'UNKNOWN', 'amount', "o"."amount", 'booked', "free"));
  end if;
  -- One payment without an id has the whole sum that is known. It is not in the ledger, so that a person is asked.
  "unnamed" := galla."unnamedOf"("o");
  if ("unnamed" ->> 'unnamedPayments')::integer = 1 then
    "facts" := "facts" || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
      'transactionId', 'unnamed:' || "o"."merchantOrderId" || ':' || jsonb_array_length("facts") + 1, 'state', 'COMPLETED', 'paymentMode', 'UNKNOWN',
      'amount', nullif(("unnamed" ->> 'unnamedAmount')::bigint, 0))));
  end if;
  return "facts";
end $$;

-- What is known of the payments without an id: the order's review says so, or a person has accepted them.
create function galla."unnamedOf"("o" galla.orders) returns jsonb language sql immutable as $$
  select coalesce(
    (select jsonb_build_object('unnamedPayments', f -> 'unnamedPayments', 'unnamedAmount', coalesce(f -> 'unnamedAmount', '0'))
      from jsonb_path_query("o"."needsReview", '$.findings[*] ? (@.code == "paid-twice" && @.unnamedPayments > 0)') f limit 1),
    case when "o"."unnamedSeenPayments" > 0
      then jsonb_build_object('unnamedPayments', "o"."unnamedSeenPayments", 'unnamedAmount', coalesce("o"."unnamedSeenAmount", 0)) end)
$$;

create function galla."keyOfPayment"("a" jsonb, "theirs" text) returns text language sql immutable as $$
  select concat_ws(':', "a" ->> 'transactionId', case
    when "theirs" is null then '?'
    when ("a" ->> 'booked')::bigint > 0 then ("a" ->> 'booked') || ':' || "theirs"
    when "a" ? 'otherAmounts' then (select string_agg(v::text, '=' order by v) from (
      select (jsonb_array_elements_text("a" -> 'otherAmounts'))::bigint union select ("a" ->> 'amount')::bigint) t(v))
    else "theirs" end)
$$;
-- The key of a finding, made as the rules make it: a person resolves keys.
create function galla."keyOf"("o" galla.orders, "f" jsonb) returns text language sql immutable as $$
  select concat_ws(':', "f" ->> 'code', case "f" ->> 'code'
    when 'wrong-order' then coalesce("f" ->> 'theirs', 'unnamed')
    when 'amount-mismatch' then coalesce("f" ->> 'theirs', 'unstated')
    when 'order-id-mismatch' then "f" ->> 'theirs'
    when 'currency-mismatch' then "f" ->> 'theirs'
    when 'unknown-state' then "f" ->> 'theirs'
    when 'undecided' then "f" ->> 'theirs'
    when 'automatic-refund-failed' then concat_ws(':', "f" ->> 'merchantRefundId', "o"."needsReview" ->> 'sinceMs')
    when 'paid-twice' then (select string_agg(a ->> 'transactionId', ':' order by n)
      from jsonb_array_elements("o"."factAttempts") with ordinality t(a, n) where a ->> 'state' = 'COMPLETED' or a ? 'booked')
    when 'contradiction' then coalesce(
      (select string_agg(a ->> 'transactionId', ':' order by n) from jsonb_array_elements("o"."factAttempts") with ordinality t(a, n)
        where a ->> 'state' <> 'COMPLETED' and a ? 'booked'),
      concat_ws(':', 'order', (select string_agg(a ->> 'transactionId', ':' order by n) from jsonb_array_elements("o"."factAttempts") with ordinality t(a, n)
        where a ->> 'state' = 'COMPLETED' and "o"."resolution" is null)))
    when 'short-payment' then (select galla."keyOfPayment"(a, nullif("f" ->> 'theirs', '-1'))
      from jsonb_array_elements("o"."factAttempts") with ordinality t(a, n) where a ->> 'state' = 'COMPLETED'
      order by (a ->> 'amount') is not distinct from nullif("f" ->> 'theirs', '-1') desc, n limit 1) end)
$$;

-- The keys of what a person has accepted. Another amount of a booked payment was in a review, unless it is in one.
create function galla."resolvedOf"("o" galla.orders) returns jsonb language sql immutable as $$
  select nullif(to_jsonb(array(
    select 'undecided:COMPLETED' where "o"."refundCheckWaived"
    union all select 'short-payment:' || galla."keyOfPayment"(a, a ->> 'amount') from jsonb_array_elements("o"."factAttempts") with ordinality t(a, n)
      where (a ->> 'booked')::bigint > 0 and (a ->> 'booked') <> (a ->> 'amount') and a ->> 'state' = 'COMPLETED'
        and not coalesce(jsonb_path_exists("o"."needsReview", '$.findings[*] ? (@.code == "short-payment")'), false))), '[]')
$$;

-- The review with keys, and with what is to be asked from now on. One that cannot be read stays as it is.
create function galla."reviewOf"("o" galla.orders) returns jsonb language plpgsql immutable as $$
declare
  "review" jsonb := "o"."needsReview";
  "found" jsonb := '[]';
  "added" jsonb := '[]';
  "unnamed" jsonb := galla."unnamedOf"("o");
begin
  if "review" is not null then
    -- The null of JSON is no review that can be read either, and is refused from now on.
    if jsonb_typeof("review" -> 'findings') is distinct from 'array' then return coalesce(nullif("review", 'null'), '{}'); end if;
    select coalesce(jsonb_agg((case when f -> 'theirs' = '-1' then f - 'theirs' else f end) || jsonb_build_object('key', galla."keyOf"("o", f)) order by n), '[]')
      into "found" from jsonb_array_elements("review" -> 'findings') with ordinality t(f, n);
  end if;
  -- Accepted, and in no ledger: once it is resolved again it is booked.
  if "unnamed" is not null and not "found" @> '[{"code": "paid-twice"}]' then
    "added" := "added" || jsonb_build_array(jsonb_build_object('code', 'paid-twice', 'key', galla."keyOf"("o", '{"code": "paid-twice"}'), 'payments',
      ("unnamed" ->> 'unnamedPayments')::integer
        + (select count(*) from jsonb_array_elements("o"."attempts") a where a ->> 'state' = 'COMPLETED')) || "unnamed");
  end if;
  -- Paid, and the provider has not said whether it was refunded before: asked until it does.
  if "o"."refundUnansweredSinceMs" is not null and "o"."state" <> 'COMPLETED' and not "found" @> '[{"key": "undecided:COMPLETED"}]' then
    "added" := "added" || '[{"code": "undecided", "key": "undecided:COMPLETED", "theirs": "COMPLETED"}]';
  end if;
  if "found" || "added" = '[]' then return "review"; end if;
  return coalesce("review", jsonb_build_object('reason', "added" -> 0 -> 'code', 'sinceMs', coalesce("o"."refundUnansweredSinceMs", "o"."updatedAtMs")))
    || jsonb_build_object('findings', "found" || "added");
end $$;

-- Whatever the release before writes, the facts follow.
create function galla."orderAsFacts"() returns trigger language plpgsql as $$
begin
  new."opening" := galla."openingOf"(new);
  new."factAttempts" := galla."attemptsOf"(new);
  new."resolvedFindings" := galla."resolvedOf"(new);
  return new;
end $$;
create trigger "asFacts" before insert or update on galla.orders for each row execute function galla."orderAsFacts"();
`

/** In the contraction, when nothing writes the old columns any more. */
export const DROP_ORDER_FACTS = `
drop trigger "asFacts" on galla.orders;
drop function galla."orderAsFacts"();
drop function galla."reviewOf"(galla.orders);
drop function galla."resolvedOf"(galla.orders);
drop function galla."keyOf"(galla.orders, jsonb);
drop function galla."keyOfPayment"(jsonb, text);
drop function galla."attemptsOf"(galla.orders);
drop function galla."unnamedOf"(galla.orders);
drop function galla."openingOf"(galla.orders);
`
