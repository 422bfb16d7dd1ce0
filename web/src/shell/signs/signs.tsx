import { Link } from '@tanstack/react-router'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { cn } from '#/lib/cn.ts'
import type { Sign } from './sign.ts'
import { useSigns } from './use-signs.ts'

const tones = {
  danger: 'bg-danger-soft text-danger-ink',
  warning: 'bg-warning-soft text-warning-ink',
}
const pill =
  'mr-1 inline-flex h-control-sm min-w-0 max-w-72 items-center gap-1.5 rounded-full px-2.5 font-medium text-sm hover:underline touch:h-11 touch:min-w-11 touch:justify-center'

/**
 * Shows what burns, on every screen: one sign is the way to it by itself, several open a list.
 * Nothing while all is well.
 */
export function Signs() {
  const { t } = useTranslation('signs')
  const [open, setOpen] = useState(false)
  const signs = useSigns()
  const [first] = signs
  if (!first) return null
  const text = signs.length === 1 ? first.text : t('several', { count: signs.length })
  const content = (
    <>
      <TriangleAlert aria-hidden size={16} className="icon shrink-0" />
      <span className="hidden min-w-0 truncate lg:inline">{text}</span>
      {signs.length > 1 && <span className="tabular lg:hidden">{signs.length}</span>}
    </>
  )
  if (signs.length === 1)
    return (
      <Link {...first.link} aria-label={text} title={text} className={cn(pill, tones[first.tone])}>
        {content}
      </Link>
    )
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <button type="button" aria-label={text} title={text} className={cn(pill, tones[first.tone])}>
          {content}
        </button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('title')} className="w-96 max-w-[calc(100vw-16px)] p-0">
        <h2 className="border-line border-b px-3 py-2 font-semibold">{t('title')}</h2>
        <ul className="max-h-96 overflow-y-auto p-1">
          {signs.map(sign => (
            <SignLine key={sign.id} sign={sign} onChoose={() => setOpen(false)} />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  )
}

function SignLine({ sign, onChoose }: { sign: Sign; onChoose: () => void }) {
  return (
    <li>
      <Link
        {...sign.link}
        onClick={onChoose}
        className="flex items-center gap-2.5 rounded-md px-2 py-2 hover:bg-hover touch:min-h-11"
      >
        <TriangleAlert
          aria-hidden
          size={16}
          className={cn('icon shrink-0', sign.tone === 'danger' ? 'text-danger-ink' : 'text-warning-ink')}
        />
        <span className="min-w-0 flex-1">
          <span className="wrap-anywhere block">{sign.text}</span>
          {sign.detail && <span className="line-clamp-2 text-ink-2 text-sm">{sign.detail}</span>}
        </span>
        <ChevronRight aria-hidden size={16} className="icon shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}
