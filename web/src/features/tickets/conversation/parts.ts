import { loadTexts } from '#/lib/i18n.ts'
import { onDemand } from '#/lib/on-demand.ts'

/** With texts that nobody reads at first. */
const withTexts = <T extends object>(texts: Parameters<typeof loadTexts>[0], load: () => Promise<T>) =>
  onDemand(async () => (await Promise.all([load(), loadTexts(texts)]))[0])

/** Recording comes, with its texts, when somebody records. */
export const voice = withTexts('ticketDetails', () => import('./recording/recording-bar.tsx'))

/** The player of voice notes and sounds comes with the first that is shown. */
export const sound = onDemand(() => import('./audio-player.tsx'))

/** What one can react with comes when it is first wanted. */
export const reactionParts = onDemand(() => import('./reaction-panel.tsx'))

/** What `/` opens comes with its texts, so that it is there without a network too. */
export const quickReplies = withTexts('quickMessages', () => import('./quick-replies/quick-replies.tsx'))

/** What the menus of messages and of the conversation hold comes when one is first opened. */
export const conversationMenu = withTexts('ticketDetails', () => import('./conversation-menu.tsx'))
export const messageMenu = withTexts('ticketDetails', () => import('./message-menu.tsx'))

/** How orders, polls, payments and their kind are drawn comes with the first that is shown. */
export const structured = withTexts('ticketDetails', () => import('./structured-message.tsx'))

/** The grid of an album comes with the first that is shown. */
export const album = withTexts('ticketDetails', () => import('./album-bubble.tsx'))

/** What a message said before comes when somebody asks for it. */
export const history = withTexts('ticketDetails', () => import('./message-history.tsx'))

/** How places, documents and contacts are drawn comes with the first that is shown. */
export const cards = onDemand(() => import('./message-cards.tsx'))
