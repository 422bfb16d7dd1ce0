import { loadTexts } from '#/lib/i18n.ts'
import { onDemand } from '#/lib/on-demand.ts'

/** Recording comes when somebody records. */
export const voice = onDemand(() => import('./recording/recording-bar.tsx'))

/** The player of voice notes and sounds comes with the first that is shown. */
export const sound = onDemand(() => import('./audio-player.tsx'))

/** What one can react with comes when it is first wanted. */
export const reactionParts = onDemand(() => import('./reaction-panel.tsx'))

/** What `/` opens comes with its texts, so that it is there without a network too. */
export const quickReplies = onDemand(async () => {
  await loadTexts('quickMessages')
  return import('./quick-replies/quick-replies.tsx')
})

/** What the menus of messages and of the conversation hold comes when one is first opened. */
export const conversationMenu = onDemand(() => import('./conversation-menu.tsx'))
export const messageMenu = onDemand(() => import('./message-menu.tsx'))

/** How places and contacts are drawn comes with the first that is shown. */
export const cards = onDemand(() => import('./message-cards.tsx'))
