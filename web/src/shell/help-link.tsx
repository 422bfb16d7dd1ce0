import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { GUIDE_OF_SCREEN } from './guide-of-screen.ts'
import { useScreenPath } from './use-screen-path.ts'

/**
 * Shows the "?" that leads to the guide of the screen that is open, or the same in words; nothing
 * where there is no guide.
 */
export function HelpLink({ inWords = false }: { inWords?: boolean }) {
  const { t } = useTranslation('helps')
  const screen = useScreenPath()
  const guide = screen && GUIDE_OF_SCREEN[screen]
  if (!guide) return null
  if (inWords)
    return (
      <Link
        to="/helps"
        search={{ guide }}
        className="inline-flex min-h-control items-center px-2 text-accent-ink hover:underline"
      >
        {t('howItWorks')}
      </Link>
    )
  return (
    <Tooltip content={t('ofScreen')}>
      <Link
        to="/helps"
        search={{ guide }}
        aria-label={t('ofScreen')}
        className="-my-1 inline-flex size-7 shrink-0 items-center justify-center self-center rounded-full text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:-mx-1 pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <CircleHelp aria-hidden size={16} className="icon" />
      </Link>
    </Tooltip>
  )
}
