export interface Overlay {
  readonly frame: HTMLIFrameElement
  /** The page is up and offers its own way out: ours steps aside. */
  ready(): void
  close(): void
}

/**
 * The frame over the shop's page: a modal `<dialog>`, so that the browser keeps focus inside, makes the rest inert and
 * gives focus back at the end. Styled through the object model, which a strict policy of the shop allows.
 */
export function openOverlay(document: Document, url: string, dismissed: () => void): Overlay {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Payment')
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'rgb(20 17 12 / 60%)',
  })

  const frame = document.createElement('iframe')
  frame.title = 'Payment'
  frame.src = url
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' })

  const exit = document.createElement('button')
  exit.type = 'button'
  exit.setAttribute('aria-label', 'Close payment')
  exit.textContent = '×'
  Object.assign(exit.style, {
    position: 'absolute',
    top: '8px',
    right: '8px',
    width: '44px',
    height: '44px',
    border: '0',
    borderRadius: '6px',
    background: '#fffdf8',
    color: '#211c15',
    font: '24px sans-serif',
    cursor: 'pointer',
  })

  exit.addEventListener('click', dismissed)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    dismissed()
  })
  dialog.append(frame, exit)
  document.body.append(dialog)
  const overflow = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()

  return {
    frame,
    ready() {
      exit.remove()
      frame.focus()
    },
    close() {
      document.documentElement.style.overflow = overflow
      dialog.close()
      dialog.remove()
    },
  }
}
