/** What each call asked and was answered, masked before it is written down. */
export const up = `
alter table galla.calls add column "request" jsonb, add column "reply" jsonb;
`
