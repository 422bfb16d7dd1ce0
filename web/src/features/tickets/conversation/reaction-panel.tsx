import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { OTHERS, QUICK } from './reactions.ts'

interface ReactionPanelProps {
  /** The reaction already set. */
  own: string | undefined
  onChoose: (emoji: string) => void
}

/** Shows the quick reactions, and below them the others. */
export function ReactionPanel({ own, onChoose }: ReactionPanelProps) {
  const { t } = useTranslation('tickets')
  const sign = (emoji: string, size: string) => (
    <button
      key={emoji}
      type="button"
      aria-label={t('message.reactWith', { emoji })}
      aria-pressed={emoji === own}
      onClick={() => onChoose(emoji)}
      className={cn(
        'flex items-center justify-center rounded-md hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:ring-1 aria-pressed:ring-accent-ink',
        size,
      )}
    >
      {emoji}
    </button>
  )
  return (
    <>
      <div className="flex justify-between">{QUICK.map(emoji => sign(emoji, 'size-10 text-2xl'))}</div>
      <div className="mt-2 grid max-h-48 grid-cols-8 gap-0.5 overflow-y-auto border-line border-t pt-2">
        {OTHERS.map(emoji => sign(emoji, 'size-8 text-lg'))}
      </div>
    </>
  )
}
