import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { ownReaction } from './message-reactions.tsx'

interface ChipsProps {
  message: Message
  group: boolean
  /** Name of the contact. */
  peer: string
  userId: string
  /** Undefined where no action is possible. */
  onReact: ((emoji: string) => void) | undefined
}

/**
 * Shows each emoji of the reactions once, with its number and authors; a click adds the same
 * reaction, or removes the own one.
 */
export function ReactionChips({ message, group, peer, userId, onReact }: ChipsProps) {
  const { t } = useTranslation('tickets')
  const own = ownReaction(message)
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
        const act = onReact ? () => onReact(isOwn ? '' : emoji) : undefined
        return (
          <li key={emoji}>
            <Tooltip content={<bdi>{who}</bdi>} hold>
              <button
                type="button"
                aria-label={t('message.reactedWith', { emoji, who })}
                aria-pressed={isOwn}
                aria-disabled={act ? undefined : true}
                onClick={act}
                className={cn(
                  'relative flex h-6 min-w-8 select-none items-center justify-center gap-1 rounded-full border px-1.5 text-sm leading-none',
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
