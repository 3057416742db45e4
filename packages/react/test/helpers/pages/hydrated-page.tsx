import { hydrateRoot } from 'react-dom/client'
import { ServedStall } from './server-page.tsx'

const root = document.querySelector<HTMLElement>('#stall')
if (!root) throw new Error('the page has no #stall')
// Whatever React has to mend in the server's markup is a fault of ours: the console says it, and the visit fails.
hydrateRoot(root, <ServedStall payerToken={root.dataset.token ?? ''} />, {
  onRecoverableError: (error) => console.error(error),
})
