/** A payer who calls names the attempt that failed as often as the one that paid. */
export const up = `
create index "ordersByAttempt" on galla.orders using gin ("attempts" jsonb_path_ops);
drop index galla."ordersByTransaction";
`
