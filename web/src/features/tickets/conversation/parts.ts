import { onDemand } from '#/lib/on-demand.ts'

/** Knows every top-level domain, and weighs accordingly: fetched for the first text that may have a link. */
export const linkFinder = onDemand(() => import('./find-links.ts'))

/** Recording comes when somebody records. */
export const voice = onDemand(() => import('./recording/recording-bar.tsx'))

/** Emoji to write or to react with come when the first panel of them opens. */
export const emojiPanel = onDemand(() => import('./emoji-panel.tsx'))
