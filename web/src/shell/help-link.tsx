import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { GUIDE_OF_SCREEN } from './guide-of-screen.ts'
import { useScreenPath } from './use-screen-path.ts'

/** Shows the "?" that leads to the guide of the screen that is open; nothing where there is none. */
export function HelpLink() {
  const { t } = useTranslation('helps')
  const screen = useScreenPath()
  const guide = screen && GUIDE_OF_SCREEN[screen]
  if (!guide) return null
  return (
    <Tooltip content={t('ofScreen')}>
      <Link
        to="/helps"
        search={{ guide }}
        aria-label={t('ofScreen')}
        className="-my-1 inline-flex size-7 shrink-0 items-center justify-center self-center rounded-full text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <CircleHelp aria-hidden size={16} className="icon" />
      </Link>
    </Tooltip>
  )
}
