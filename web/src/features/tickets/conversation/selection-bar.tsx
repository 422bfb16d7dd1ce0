import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Forward } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { canForward } from './message-actions.ts'
import { selection } from './message-selection.ts'

const ForwardManyDialog = lazyPart(() =>
  import('../dialogs/forward-many-dialog.tsx').then(file => file.ForwardManyDialog),
)

type Pages = { pages?: readonly { messages: readonly Message[] }[] } | undefined

/** Keeps the selected messages as they are now; those leave that were deleted meanwhile. */
function useFollowRows() {
  const client = useQueryClient()
  useEffect(() => {
    const follow = (data: Pages) => {
      const now = selection.get()
      const rows = new Map(data?.pages?.flatMap(page => page.messages).map(row => [row.id, row]))
      const messages = now?.messages.map(each => rows.get(each.id) ?? each).filter(canForward) ?? []
      const isChanged = now?.messages.some((each, i) => each !== messages[i])
      if (now && isChanged) selection.set({ ...now, messages })
    }
    const cache = client.getQueryCache()
    const isList = (path: unknown) => path === messagesApi.list.path
    for (const { queryKey, state } of cache.getAll()) if (isList(queryKey[1])) follow(state.data as Pages)
    return cache.subscribe(({ type, query }) => {
      if (type === 'updated' && isList(query.queryKey[1])) follow(query.state.data as Pages)
    })
  }, [client])
}

/** Shows how many messages are selected, and what can be done with them. Escape ends it. */
export function SelectionBar({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation(['ticketDetails', 'tickets', 'common'])
  const [forwarding, setForwarding] = useState(false)
  useFollowRows()
  const nothing = messages.length === 0
  // Nothing is left to forward, and the next selection begins without the dialog.
  if (nothing && forwarding) setForwarding(false)
  const end = () => {
    selection.set(null)
    // The focus was in what is gone now.
    document.querySelector<HTMLElement>('[data-conversation-log]')?.focus({ preventScroll: true })
  }
  useShortcut('conversation.leave', { when: () => true, run: end })
  return (
    <section
      aria-label={t('select.bar')}
      className="flex items-center gap-2 border-line border-t bg-accent-soft px-3 py-1.5 sm:px-4"
    >
      <p role="status" className="min-w-0 flex-1 font-medium">
        {t('select.count', { count: messages.length })}
      </p>
      <Button variant="ghost" onClick={end}>
        {t('common:action.cancel')}
      </Button>
      <Button variant="primary" disabled={nothing} onClick={() => setForwarding(true)}>
        <Forward size={16} className="icon" />
        {t('tickets:message.forward')}
      </Button>
      <Suspense>
        {forwarding && !nothing && (
          <ForwardManyDialog messages={messages} onDone={end} onClose={() => setForwarding(false)} />
        )}
      </Suspense>
    </section>
  )
}
