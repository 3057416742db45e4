import { createRequire } from 'node:module'

// Test files share a process. The official client keeps its instances in static fields of CommonJS modules: each file
// that loads it gets its own.
const { cache } = createRequire(import.meta.url)
for (const path of Object.keys(cache)) if (path.includes('@phonepe-pg')) delete cache[path]
