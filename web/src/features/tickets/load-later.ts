import { lostFile } from '#/components/lazy-lost-file.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { linkFinder } from '#/lib/link-finder.ts'
import {
  cards,
  conversationMenu,
  eventLine,
  messageMenu,
  operations,
  quickReplies,
  rare,
  reactionParts,
  sound,
  voice,
} from './conversation/lazy-parts.ts'
import { longest, rowMenu } from './list/list-parts.ts'

/**
 * Loads the parts a conversation opens on demand once the screen is idle: they then open without a
 * wait, and without a network, too.
 */
export function loadLater() {
  const timer = setTimeout(() => {
    const all = [
      import('./details/details-sheet.tsx'),
      import('./dialogs/transfer-dialog.tsx'),
      import('./dialogs/new-ticket-dialog.tsx'),
      import('./conversation/viewer/media-viewer.tsx'),
      import('./search/search-tab.tsx'),
      loadTexts('ticketDetails'),
    ]
    // Whoever needs a part that failed requests it again and sees the error then.
    void Promise.allSettled(all)
    linkFinder.preload()
    voice.preload()
    sound.preload()
    reactionParts.preload()
    conversationMenu.preload()
    messageMenu.preload()
    operations.preload()
    cards.preload()
    rare.preload()
    eventLine.preload()
    lostFile.preload()
    rowMenu.preload()
    longest.preload()
    quickReplies
      .load()
      .then(() => quickReplies.store.get()?.fetchQuickReplies())
      .catch(() => undefined)
  }, 3000)
  return () => clearTimeout(timer)
}
