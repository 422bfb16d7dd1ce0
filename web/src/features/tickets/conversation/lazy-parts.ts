import { lazyModule } from '#/lib/lazy-module.ts'

/** The voice recorder and its texts, loaded when somebody records. */
export const voice = lazyModule(() => import('./recording/recording-bar.tsx'), 'ticketDetails')

/** The audio player, loaded with the first voice note or audio file that is shown. */
export const sound = lazyModule(() => import('./audio-player.tsx'), 'ticketDetails')

/** The reactions' panel, loaded when it is first opened. */
export const reactionParts = lazyModule(() => import('./reaction-panel.tsx'))

/**
 * The quick replies and their texts, loaded early, so that `/` opens them without a network, too.
 */
export const quickReplies = lazyModule(() => import('./quick-replies/quick-replies.tsx'), 'quickMessages')

/** The menus of messages and of the conversation, loaded when one is first opened. */
export const conversationMenu = lazyModule(() => import('./conversation-menu.tsx'), 'ticketDetails')
export const messageMenu = lazyModule(() => import('./message-menu.tsx'), 'ticketDetails')

/** Deletions, edits, reactions and further tries, loaded with the first. */
export const operations = lazyModule(() => import('./message-operations.ts'), 'ticketDetails')

/** Contents that few messages have, loaded with the first that is shown. */
export const rare = lazyModule(() => import('./rare-content.tsx'), 'ticketDetails')

/** The view of orders, polls, payments and the like, loaded with the first that is shown. */
export const structured = lazyModule(() => import('./structured-message.tsx'), 'ticketDetails')

/** The lines of events, loaded with the first that is shown. */
export const eventLine = lazyModule(() => import('./event-line.tsx'), 'ticketDetails')

/** The grid of an album, loaded with the first that is shown. */
export const album = lazyModule(() => import('./album-bubble.tsx'), 'ticketDetails')

/** The earlier texts of a message, loaded when somebody asks for them. */
export const history = lazyModule(() => import('./message-history.tsx'), 'ticketDetails')

/** The views of locations, documents and contacts, loaded with the first that is shown. */
export const cards = lazyModule(() => import('./message-cards.tsx'), 'ticketDetails')

/** The card of a text's link, loaded with the first that is shown. */
export const linkCard = lazyModule(() => import('./link-card.tsx'))
