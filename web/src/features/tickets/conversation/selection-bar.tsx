import type { Message } from '@balcao/shared/entities/message.ts'
import { Forward } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { selection } from './message-selection.ts'

const ForwardManyDialog = lazyPart(() =>
  import('../dialogs/forward-many-dialog.tsx').then(file => file.ForwardManyDialog),
)

/** Shows how many messages are selected, and what can be done with them. Escape ends it. */
export function SelectionBar({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation(['ticketDetails', 'tickets', 'common'])
  const [forwarding, setForwarding] = useState(false)
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
      <Button variant="primary" disabled={messages.length === 0} onClick={() => setForwarding(true)}>
        <Forward size={16} className="icon" />
        {t('tickets:message.forward')}
      </Button>
      <Suspense>
        {forwarding && <ForwardManyDialog messages={messages} onDone={end} onClose={() => setForwarding(false)} />}
      </Suspense>
    </section>
  )
}
