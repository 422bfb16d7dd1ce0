import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { IconButton } from './icon-button.tsx'

const tones = {
  info: 'bg-info-soft text-info-ink',
  warning: 'bg-warning-soft text-warning-ink',
  quiet: 'bg-active text-ink-2',
}

interface ShellBarProps {
  tone: keyof typeof tones
  icon?: ReactNode
  /** The sentence; cut where it does not fit, with its whole text as the hint. */
  text: string
  /** True if the sentence is an error, which is read out at once. */
  isAlert?: boolean
  /** Ways on, beside the sentence. */
  children?: ReactNode
  /** Puts the bar off for a day; without it the bar stays until its reason is gone. */
  onPutOff?: (() => void) | undefined
}

/** Shows one line under the top bar: what is the matter, what to do about it. */
export function ShellBar({ tone, icon, text, isAlert, children, onPutOff }: ShellBarProps) {
  const { t } = useTranslation('bars')
  return (
    <div
      className={cn(
        'flex h-9 items-center gap-2 border-line border-b px-3 text-sm touch:h-11 [&_svg]:icon',
        tones[tone],
      )}
    >
      <span className="flex min-w-0 flex-1 items-center justify-center gap-2">
        {icon && <span className="hidden shrink-0 sm:block">{icon}</span>}
        <span
          role={isAlert ? 'alert' : undefined}
          className={cn('min-w-0 truncate', isAlert && 'text-danger-ink')}
          title={text}
        >
          {text}
        </span>
        {children}
      </span>
      {onPutOff && (
        <IconButton
          size="sm"
          label={t('putOff')}
          icon={<X size={16} />}
          onClick={onPutOff}
          className="text-inherit hover:text-inherit"
        />
      )}
    </div>
  )
}
