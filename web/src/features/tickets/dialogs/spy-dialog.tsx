import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { BotBar } from '../conversation/bot-bar.tsx'
import { MessageList } from '../conversation/message-list.tsx'
import { MediaViewer } from '../conversation/viewer/media-viewer.tsx'

const nothing = () => undefined

/**
 * Shows a conversation to an admin: nothing is marked as read, nothing can be changed, nobody is
 * notified.
 */
export function SpyDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const [image, setImage] = useState<Message | null>(null)
  const [handlers] = useState(() => ({
    onReply: nothing,
    onEdit: nothing,
    onDelete: nothing,
    onRetry: nothing,
    onReact: nothing,
    onContact: nothing,
    onOpenImage: setImage,
  }))
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={ticket.contact.name}
      description={
        <Badge tone="info">
          <Eye size={12} /> {t('ticketDetails:spy.readOnly')}
        </Badge>
      }
      size="lg"
    >
      {/* The first control of a conversation may be far from its end, where reading begins. */}
      <div
        data-autofocus
        tabIndex={-1}
        className="-mx-5 -mb-5 flex h-[70dvh] flex-col overflow-hidden border-line border-t outline-none sm:rounded-b-lg"
      >
        <MessageList ticket={ticket} readOnly handlers={handlers} />
        <BotBar ticketId={ticket.id} />
      </div>
      {image && <MediaViewer ticketId={ticket.id} start={image} onClose={() => setImage(null)} />}
    </Dialog>
  )
}
