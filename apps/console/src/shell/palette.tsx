interface PaletteProps {
  /** Called when something was chosen, and by Esc. */
  onClose(): void
}

/** Find a page or an action by its name. Loaded when it is first opened. */
export function Palette(_: PaletteProps) {
  return null
}
