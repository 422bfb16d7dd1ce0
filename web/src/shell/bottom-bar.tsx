import { Link } from '@tanstack/react-router'
import { Contact, Menu, MessagesSquare, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommandBarOpen } from '#/lib/commands.ts'
import { NavBadge } from './shell-slots.tsx'

const place =
  'relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-ink-2 text-xs data-[status=active]:font-medium data-[status=active]:text-accent-ink'

/** Shows the four entries of a phone's bottom bar. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation('shell')
  const [, setCommandBar] = useCommandBarOpen()
  return (
    <nav aria-label={t('nav.main')} className="flex shrink-0 border-line-strong border-t bg-surface pb-safe sm:hidden">
      <Link to="/tickets" className={place}>
        <Icon>
          <MessagesSquare aria-hidden size={20} className="icon" />
          <span className="absolute -top-1.5 left-3">
            <NavBadge item="tickets" />
          </span>
        </Icon>
        {t('nav.tickets')}
      </Link>
      <Link to="/contacts" className={place}>
        <Icon>
          <Contact aria-hidden size={20} className="icon" />
        </Icon>
        {t('nav.contacts')}
      </Link>
      <button type="button" className={place} onClick={() => setCommandBar(true)}>
        <Icon>
          <Search aria-hidden size={20} className="icon" />
        </Icon>
        {t('nav.search')}
      </button>
      <button type="button" className={place} onClick={onMore}>
        <Icon>
          <Menu aria-hidden size={20} className="icon" />
        </Icon>
        {t('nav.more')}
      </button>
    </nav>
  )
}

function Icon({ children }: { children: ReactNode }) {
  return <span className="relative">{children}</span>
}
