import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { EMOJI } from './emoji.ts'

/** Those people reach for most, as their phones offer them. */
const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏']
const OTHERS = EMOJI.filter(emoji => !QUICK.includes(emoji))

type Pick = (emoji: string) => void

/** Every emoji, to be written. */
export function EmojiGrid({ onPick }: { onPick: Pick }) {
  return (
    <div className="grid grid-cols-8 gap-0.5">
      {EMOJI.map(emoji => (
        <Sign key={emoji} emoji={emoji} onPick={onPick} />
      ))}
    </div>
  )
}

/** The quick reactions, and below them the others; `own` is what was said already. */
export function ReactionPanel({ own, onPick }: { own: string | undefined; onPick: Pick }) {
  const { t } = useTranslation('tickets')
  const sign = (emoji: string, large: boolean): ReactNode => (
    <Sign
      key={emoji}
      emoji={emoji}
      large={large}
      label={t('message.reactWith', { emoji })}
      pressed={emoji === own}
      onPick={onPick}
    />
  )
  return (
    <>
      <div className="flex justify-between">{QUICK.map(emoji => sign(emoji, true))}</div>
      <div className="mt-2 grid max-h-48 grid-cols-8 gap-0.5 overflow-y-auto border-line border-t pt-2">
        {OTHERS.map(emoji => sign(emoji, false))}
      </div>
    </>
  )
}

interface SignProps {
  emoji: string
  large?: boolean
  label?: string
  pressed?: boolean
  onPick: Pick
}

function Sign({ emoji, large = false, label, pressed, onPick }: SignProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={() => onPick(emoji)}
      className={cn(
        'flex items-center justify-center rounded-md hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:ring-1 aria-pressed:ring-accent-ink',
        large ? 'size-10 text-2xl' : 'size-8 text-lg',
      )}
    >
      {emoji}
    </button>
  )
}
