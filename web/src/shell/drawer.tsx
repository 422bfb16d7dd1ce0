import { version } from '@balcao/shared/api/account/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsLeft, ChevronsRight, CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { Logo } from './logo.tsx'
import { NavList } from './nav-list.tsx'
import { useActiveItem } from './use-active-item.ts'

interface DrawerProps {
  /** True if it shows icons with names (240 px), or icons alone (56 px). */
  open: boolean
  onToggle: () => void
}

/** Shows the company, the screens, the help and the product's version. */
export function Drawer({ open, onToggle }: DrawerProps) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const here = useActiveItem()?.key
  const { data } = useQuery({ ...apiQuery(version.get), staleTime: Number.POSITIVE_INFINITY })
  const toggle = (
    <IconButton
      label={t(open ? 'nav.collapse' : 'nav.expand')}
      tooltipSide="right"
      icon={open ? <ChevronsLeft size={16} /> : <ChevronsRight size={16} />}
      size="sm"
      onClick={onToggle}
    />
  )
  return (
    <div className="flex h-full flex-col">
      <div className={cn('flex h-13 shrink-0 items-center gap-2.5', open ? 'px-3.5' : 'justify-center')}>
        <Picture
          src={user.company.mediaPath}
          className="size-7 shrink-0 rounded-md object-contain"
          instead={<Logo />}
        />
        {open && (
          <>
            <span className="min-w-0 flex-1 truncate font-semibold text-md">{user.company.name}</span>
            {toggle}
          </>
        )}
      </div>
      <NavList open={open} />
      <div className={cn('flex shrink-0 items-center gap-2 py-2', open ? 'px-2' : 'flex-col')}>
        <Tooltip content={open ? null : t('nav.helps')} side="right">
          <Link
            to="/helps"
            data-here={here === 'helps' || undefined}
            className={cn(
              'flex h-9 items-center gap-3 rounded-md text-ink-2 hover:bg-hover hover:text-ink data-here:bg-accent-soft data-here:font-medium data-here:text-accent-ink touch:h-11',
              open ? 'min-w-0 flex-1 px-2.5' : 'w-10 justify-center',
            )}
          >
            <CircleHelp aria-hidden size={20} className="icon shrink-0" />
            <span className={open ? 'truncate' : 'sr-only'}>{t('nav.helps')}</span>
          </Link>
        </Tooltip>
        {!open && toggle}
        <span className="shrink-0 px-1.5 text-ink-3 text-xs" title={data && t('nav.version', data)}>
          {data?.version}
        </span>
      </div>
    </div>
  )
}
