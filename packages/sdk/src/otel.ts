export { otelHooks } from './watch/otel.ts'
