import type { Message } from '@balcao/shared/entities/message.ts'
import { Copy, Forward, Pencil, Reply, ShoppingCart, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem } from '#/components/ui/dropdown-menu.tsx'
import { keyText } from '#/lib/shortcuts.ts'
import { canDelete, canEdit, canForward } from './message-actions.ts'
import type { MessageHandlers } from './message-handlers.ts'
import { useRewriter } from './use-rewriter.ts'

export interface MessageMenuProps {
  message: Message
  handlers: MessageHandlers
  readOnly: boolean
}

/** Shows the actions of a message. A file of its own, because it loads when a menu is opened. */
export function MessageMenu({ message, handlers, readOnly }: MessageMenuProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const by = useRewriter()
  return (
    <>
      {!readOnly && (
        <DropdownMenuItem
          icon={<Reply size={16} />}
          shortcut={keyText('conversation.reply')}
          onSelect={() => handlers.onReply(message)}
        >
          {t('message.reply')}
        </DropdownMenuItem>
      )}
      {message.body && (
        <DropdownMenuItem
          icon={<Copy size={16} />}
          shortcut={keyText('message.copy')}
          onSelect={() => void navigator.clipboard.writeText(message.body)}
        >
          {t('message.copy')}
        </DropdownMenuItem>
      )}
      {handlers.onForward && canForward(message) && (
        <DropdownMenuItem
          icon={<Forward size={16} />}
          shortcut={keyText('message.forward')}
          onSelect={() => handlers.onForward?.(message)}
        >
          {t('message.forward')}
        </DropdownMenuItem>
      )}
      {!readOnly && handlers.onOrder && message.fromMe && message.error === null && message.body && (
        <DropdownMenuItem icon={<ShoppingCart size={16} />} onSelect={() => handlers.onOrder?.(message)}>
          {t('ticketDetails:menu.order')}
        </DropdownMenuItem>
      )}
      {!readOnly && canEdit(message, by, handlers.can) && (
        <DropdownMenuItem
          icon={<Pencil size={16} />}
          shortcut={keyText('message.edit')}
          onSelect={() => handlers.onEdit(message)}
        >
          {t('message.edit')}
        </DropdownMenuItem>
      )}
      {!readOnly && canDelete(message, by, handlers.can) && (
        <DropdownMenuItem
          icon={<Trash2 size={16} />}
          shortcut={keyText('message.delete')}
          tone="danger"
          onSelect={() => handlers.onDelete(message)}
        >
          {t('message.delete')}
        </DropdownMenuItem>
      )}
    </>
  )
}
