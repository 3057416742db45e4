/** The two pages of the appearance, as one chunk. */
export { AppearanceEditor } from './editor.tsx'
export { AppearancePreview } from './preview.tsx'
