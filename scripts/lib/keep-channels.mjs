import { channel } from 'node:diagnostics_channel'

// Test files share a process, and each loads the SDK again. When Node 20 collects the channel of an earlier file, it forgets the newer channel of that
// name as well: events and their readers then miss each other. Channels that are kept are never collected.
globalThis[Symbol.for('galla.channels')] ??= ['request', 'response', 'error', 'telemetry'].map((name) =>
  channel(`galla:${name}`),
)
