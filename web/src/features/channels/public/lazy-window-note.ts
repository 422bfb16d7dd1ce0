import { lazyPart } from '#/lib/lazy-part.ts'

/** The warning about texts outside of a window, with its texts. */
export const WindowNote = lazyPart(() => import('./window-note.tsx').then(file => file.WindowNote), 'channels')
