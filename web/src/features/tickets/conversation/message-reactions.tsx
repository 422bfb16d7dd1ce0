import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import { isEmoji } from '@balcao/shared/rules/emoji.ts'
import { SmilePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { ownOf } from './react.ts'
import { useEmojiPopover } from './use-emoji-popover.ts'

/** WhatsApp takes no reaction to a call, nor to what it does not have. */
export const canReact = ({ isDeleted, mediaType, fromMe, error }: Message): boolean =>
  !isDeleted && mediaType !== 'call_log' && !(fromMe && error !== null)

interface ChipsProps {
  message: Message
  group: boolean
  /** The contact's name. */
  peer: string
  userId: string
  /** Absent where nothing can be done. */
  onReact: ((emoji: string) => void) | undefined
}

/** Each emoji people reacted with, once, with how many and who; a click says the same, or takes one's own back. */
export function ReactionChips({ message, group, peer, userId, onReact }: ChipsProps) {
  const { t } = useTranslation('tickets')
  const own = ownOf(message)?.emoji
  const nameOf = (reaction: Reaction): string => {
    if (reaction.fromMe) return reaction.userId === userId ? t('message.you') : t('message.team')
    return group ? (reaction.name ?? t('message.someone')) : peer
  }
  return (
    <ul
      className={cn(
        'relative -mt-1 flex basis-full flex-wrap gap-1 px-2',
        message.fromMe ? 'justify-end' : 'justify-start',
      )}
    >
      {[...new Set(message.reactions.map(({ emoji }) => emoji))].map(emoji => {
        const reactions = message.reactions.filter(reaction => reaction.emoji === emoji)
        const who = reactions.map(nameOf).join(', ')
        const isOwn = emoji === own
        const act = onReact && isEmoji(emoji) ? () => onReact(isOwn ? '' : emoji) : undefined
        return (
          <li key={emoji}>
            <Tooltip content={<bdi>{who}</bdi>}>
              <button
                type="button"
                aria-label={t('message.reactedWith', { emoji, who })}
                aria-pressed={isOwn}
                aria-disabled={act ? undefined : true}
                onClick={act}
                className={cn(
                  'relative flex h-6 min-w-8 items-center justify-center gap-1 rounded-full border px-1.5 text-sm leading-none',
                  // A fingertip is wider than the mark.
                  'touch:after:-inset-y-2 touch:after:absolute touch:after:inset-x-0',
                  isOwn
                    ? 'border-accent-ink bg-accent-soft text-accent-ink'
                    : 'border-line-strong bg-raised text-ink-2',
                  act ? 'hover:border-ink-3' : 'cursor-default',
                )}
              >
                <span aria-hidden="true">{emoji}</span>
                {reactions.length > 1 && <span className="tabular text-xs">{reactions.length}</span>}
              </button>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}

/** Beside the bubble: opens what one can react with. */
export function ReactButton({ message, onReact }: { message: Message; onReact: (emoji: string) => void }) {
  const { t } = useTranslation('tickets')
  const popover = useEmojiPopover()
  const own = ownOf(message)?.emoji
  const choose = (emoji: string) => {
    popover.onOpenChange(false)
    onReact(emoji === own ? '' : emoji)
  }
  return (
    <Popover open={popover.open} onOpenChange={popover.onOpenChange}>
      <PopoverTrigger>
        <button
          type="button"
          aria-label={t('message.react')}
          className={cn(
            'absolute top-0.5 flex size-7 items-center justify-center rounded-full text-ink-2 opacity-0 transition-opacity hover:bg-active hover:text-ink focus-visible:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100 touch:opacity-60',
            // Beyond the menu's button, within the room a bubble leaves on the smallest screen.
            message.fromMe ? 'right-full mr-8' : 'left-full ml-8',
            'touch:after:-inset-y-2 touch:after:absolute touch:after:inset-x-0',
          )}
        >
          <SmilePlus size={16} className="icon" />
        </button>
      </PopoverTrigger>
      <PopoverContent side="top" aria-label={t('message.react')} className="w-72 p-2">
        {popover.parts && <popover.parts.ReactionPanel own={own} onPick={choose} />}
      </PopoverContent>
    </Popover>
  )
}
