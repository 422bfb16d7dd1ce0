import type { Message } from '@balcao/shared/entities/message.ts'
import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { reactionParts } from './lazy-parts.ts'

/**
 * Returns whether a message can get a reaction: WhatsApp takes none to a call, nor to a message it
 * does not have.
 */
export const canReact = ({ isDeleted, mediaType, fromMe, error }: Message): boolean =>
  !isDeleted && mediaType !== 'call_log' && !(fromMe && error !== null)

export const ownReaction = ({ reactions }: Message) => reactions.find(({ fromMe }) => fromMe)?.emoji

/** Shows the button beside the bubble that opens the reactions. */
export function ReactButton({
  message,
  onReact,
  className,
}: {
  message: Message
  onReact: (emoji: string) => void
  className?: string
}) {
  const { t } = useTranslation('tickets')
  const [open, setOpen] = useState(false)
  const parts = useStore(reactionParts.store)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (next && !parts) reactionParts.load().catch(failed)
  }
  const failed = () => {
    setOpen(false)
    toast.error(new ApiError('ERR_NETWORK', 0))
  }
  const own = ownReaction(message)
  const choose = (emoji: string) => {
    setOpen(false)
    onReact(emoji === own ? '' : emoji)
  }
  // Opens once its parts have loaded, so that the focus lands on the first.
  return (
    <Popover open={open && parts !== null} onOpenChange={toggle}>
      <PopoverTrigger>
        <button
          type="button"
          aria-label={t('message.react')}
          className={cn(
            'absolute top-0.5 flex size-7 items-center justify-center rounded-full text-ink-2 opacity-0 transition-opacity hover:bg-active hover:text-ink focus-visible:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100',
            // Beyond the menu's button, within the room a bubble leaves on the smallest screen.
            message.fromMe ? 'right-full mr-8' : 'left-full ml-8',
            // On a phone the message's menu has the reactions.
            'touch:hidden',
            className,
          )}
        >
          <SmilePlus size={16} className="icon" />
        </button>
      </PopoverTrigger>
      <PopoverContent side="top" aria-label={t('message.react')} className="w-72 p-2">
        {parts && <parts.ReactionPanel own={own} onChoose={choose} />}
      </PopoverContent>
    </Popover>
  )
}
