/**
 * Whatever a list, a search or a graph asks for, it finds without reading what it does not show, however many orders there
 * are. An index that most rows have no business in leaves them out: an order that begins is written into seven.
 *
 * - One amount is asked for more often than a span of amounts: the newest of it come first.
 * - Of the attempts only their ids are looked for, and the index holds nothing else.
 * - A VPA is looked for by its end, the last character before the @ and what follows, and many payers share one: newest first.
 */
export const up = `
drop index galla."ordersByAmount", galla."ordersByOrderId", galla."ordersByUtr", galla."ordersByAttempt", galla."ordersByVpaTail";
create index "ordersByAmount" on galla.orders ("amount" desc, "createdAtMs" desc, "merchantOrderId" desc);
create index "ordersByMode" on galla.orders ("paymentMode", "createdAtMs" desc, "merchantOrderId" desc) where "paymentMode" is not null;
create index "ordersByOrderId" on galla.orders ("orderId") where "orderId" is not null;
create index "ordersByUtr" on galla.orders ("utr") where "utr" is not null;
create index "ordersByAttempt" on galla.orders
  using gin (jsonb_path_query_array("attempts", '$[*].transactionId') jsonb_path_ops) where "attempts" <> '[]';
create index "ordersByVpa" on galla.orders (lower("payerVpa"), "createdAtMs" desc) where "payerVpa" is not null;
create index "ordersByVpaEnd" on galla.orders (lower(substring("payerVpa" from '.@[^@]*$')), "createdAtMs" desc)
  where "payerVpa" is not null;

drop index galla."callbacksByRefund";
create index "callbacksByRefund" on galla.callbacks ("merchantRefundId") where "merchantRefundId" is not null;
create index "callbacksByEvent" on galla.callbacks ("event", "receivedAtMs" desc, "callbackId" desc);

create index "refundsByState" on galla.refunds ("state", "createdAtMs" desc, "merchantRefundId" desc);
create index "effectsNotDone" on galla.deliveries ("state", "createdAtMs" desc, "deliveryId" desc) where "state" <> 'done';

create index "callsByRefund" on galla.calls ("merchantRefundId") where "merchantRefundId" is not null;
create index "callsByEndpoint" on galla.calls ("endpoint", "atMs" desc, "callId" desc);
create index "callsFailed" on galla.calls ("atMs" desc, "callId" desc) where "errorKind" is not null;

create index "auditByThing" on galla.audit ("kind", "id", "auditId");
`
