import { loadTexts } from '#/lib/i18n.ts'
import { lazyModule } from '#/lib/lazy-module.ts'

/** Loads a module together with its texts, which the first screen does not need. */
const withTexts = <T extends object>(texts: Parameters<typeof loadTexts>[0], load: () => Promise<T>) =>
  lazyModule(async () => (await Promise.all([load(), loadTexts(texts)]))[0])

/** The voice recorder and its texts, loaded when somebody records. */
export const voice = withTexts('ticketDetails', () => import('./recording/recording-bar.tsx'))

/** The audio player, loaded with the first voice note or audio file that is shown. */
export const sound = lazyModule(() => import('./audio-player.tsx'))

/** The reactions' panel, loaded when it is first opened. */
export const reactionParts = lazyModule(() => import('./reaction-panel.tsx'))

/**
 * The quick replies and their texts, loaded early, so that `/` opens them without a network, too.
 */
export const quickReplies = withTexts('quickMessages', () => import('./quick-replies/quick-replies.tsx'))

/** The menus of messages and of the conversation, loaded when one is first opened. */
export const conversationMenu = withTexts('ticketDetails', () => import('./conversation-menu.tsx'))
export const messageMenu = withTexts('ticketDetails', () => import('./message-menu.tsx'))

/** The view of orders, polls, payments and the like, loaded with the first that is shown. */
export const structured = withTexts('ticketDetails', () => import('./structured-message.tsx'))

/** The grid of an album, loaded with the first that is shown. */
export const album = withTexts('ticketDetails', () => import('./album-bubble.tsx'))

/** The earlier texts of a message, loaded when somebody asks for them. */
export const history = withTexts('ticketDetails', () => import('./message-history.tsx'))

/** The views of locations, documents and contacts, loaded with the first that is shown. */
export const cards = lazyModule(() => import('./message-cards.tsx'))
