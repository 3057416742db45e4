/** What a person looks for in the inbox is rare: it is found without reading the rest. Accepted callbacks cost nothing more. */
export const up = `
create index "callbacksAside" on galla.callbacks ("verdict", "receivedAtMs" desc, "callbackId" desc) where "verdict" <> 'accepted';
create index "callbacksParked" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "dueAtMs" is null and "error" is not null;
create index "callbacksUnknown" on galla.callbacks ("receivedAtMs" desc, "callbackId" desc) where "facts" ->> 'kind' = 'nothing';
`
