import type { Message } from '@balcao/shared/entities/message.ts'
import { CheckSquare, Copy, Forward, Languages, Pencil, Reply, ShoppingCart, SmilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem, DropdownMenuSeparator } from '#/components/ui/dropdown-menu.tsx'
import { keyText } from '#/lib/shortcuts.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { canDelete, canEdit, canForward } from './message-actions.ts'
import type { MessageHandlers } from './message-handlers.ts'
import { canReact, ownReaction } from './message-reactions.tsx'
import { useTranslated } from './message-selection.ts'
import { OTHERS, QUICK } from './reactions.ts'
import { selectMessage } from './select-message.ts'
import { toggleTranslation } from './translated.ts'
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
  const isTouch = useMediaQuery('(pointer: coarse)')
  const plan = usePlan()
  const isTranslated = useTranslated(message.id)
  // The grid of an album has no room below each picture.
  const isForeign = !message.fromMe && message.body !== '' && message.albumId === null
  const mayReact = !readOnly && handlers.can?.reactions !== false && canReact(message)
  return (
    <>
      {isTouch && mayReact && <Reactions message={message} onReact={emoji => handlers.onReact(message, emoji)} />}
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
      {isForeign && plan?.useOpenAi && (
        <DropdownMenuItem icon={<Languages size={16} />} onSelect={() => toggleTranslation(message.id)}>
          {t(isTranslated ? 'ticketDetails:copilot.hideTranslation' : 'ticketDetails:copilot.translateMessage')}
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
      {handlers.onForward && canForward(message) && (
        <DropdownMenuItem icon={<CheckSquare size={16} />} onSelect={() => selectMessage(message)}>
          {t('ticketDetails:select.start')}
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

/** Shows the reactions in the menu of a finger, which has no button for them beside the message. */
function Reactions({ message, onReact }: { message: Message; onReact: (emoji: string) => void }) {
  const { t } = useTranslation('tickets')
  const [all, setAll] = useState(false)
  const own = ownReaction(message)
  return (
    <>
      <div className="grid max-h-60 grid-cols-7 overflow-y-auto">
        {[...QUICK, ...(all ? OTHERS : [])].map(emoji => (
          <DropdownMenuItem
            key={emoji}
            aria-label={t('message.reactWith', { emoji })}
            aria-current={emoji === own || undefined}
            onSelect={() => onReact(emoji === own ? '' : emoji)}
            className="h-11 justify-center p-0 text-center text-xl aria-[current]:bg-accent-soft"
          >
            {emoji}
          </DropdownMenuItem>
        ))}
        {!all && (
          <DropdownMenuItem
            aria-label={t('message.react')}
            onSelect={event => {
              event.preventDefault()
              setAll(true)
            }}
            className="h-11 justify-center p-0"
          >
            <SmilePlus size={20} className="mx-auto text-ink-2" />
          </DropdownMenuItem>
        )}
      </div>
      <DropdownMenuSeparator />
    </>
  )
}
