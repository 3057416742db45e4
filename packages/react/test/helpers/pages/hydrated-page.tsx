import { hydrateRoot } from 'react-dom/client'
import { ServerPage } from './server-page.tsx'

const root = document.querySelector<HTMLElement>('#shop')
if (!root) throw new Error('the page has no #shop')
// A console error fails the test: React reports each mismatch with the server's markup here.
hydrateRoot(root, <ServerPage payerToken={root.dataset.token ?? ''} />, {
  onRecoverableError: (error) => console.error(error),
})
