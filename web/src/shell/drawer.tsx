import { version } from '@balcao/shared/api/account/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsLeft, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { Logo } from './logo.tsx'
import { NavBadge } from './shell-slots.tsx'
import { useConnectionWarning } from './use-connection-warning.ts'
import { useNavItems } from './use-nav-items.ts'

interface DrawerProps {
  /** True if it shows icons with names (240 px), or icons alone (56 px). */
  open: boolean
  onToggle?: () => void
  /** Called when an entry was chosen; the overlay then closes. */
  onNavigate?: () => void
}

export function Drawer({ open, onToggle, onNavigate }: DrawerProps) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const items = useNavItems()
  const warning = useConnectionWarning(items.some(item => item.key === 'connections'))
  const { data } = useQuery({ ...apiQuery(version.get), staleTime: Number.POSITIVE_INFINITY })
  return (
    <div className="flex h-full flex-col">
      <div className={cn('flex h-13 shrink-0 items-center gap-2.5', open ? 'px-3.5' : 'justify-center')}>
        {user.company.mediaPath ? (
          <img src={user.company.mediaPath} alt="" className="size-7 shrink-0 rounded-md object-contain" />
        ) : (
          <Logo />
        )}
        {open && (
          <>
            <span className="min-w-0 flex-1 truncate font-semibold text-md">{user.company.name}</span>
            {onToggle && (
              <IconButton
                label={t('nav.collapse')}
                tooltipSide="right"
                icon={<ChevronsLeft size={16} />}
                size="sm"
                onClick={onToggle}
              />
            )}
          </>
        )}
      </div>
      <nav aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
        <ul className="flex flex-col gap-0.5">
          {items.map((item, index) => {
            const Icon = item.icon
            const label = t(`nav.${item.key}`)
            const troubled = item.key === 'connections' && warning
            return (
              <li key={item.key}>
                {item.group &&
                  item.group !== items[index - 1]?.group &&
                  (open ? (
                    <p className="px-2.5 pt-4 pb-1.5 font-medium text-ink-3 text-xs">{t(`nav.${item.group}`)}</p>
                  ) : (
                    <div className="mx-2 my-2 h-px bg-line-strong" />
                  ))}
                <Tooltip content={open ? null : label} side="right">
                  <Link
                    to={item.to}
                    onClick={onNavigate}
                    className={cn(
                      'group relative flex h-9 items-center gap-3 rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-ink touch:h-11',
                      open ? 'px-2.5' : 'justify-center',
                    )}
                  >
                    <Icon aria-hidden size={20} className="icon shrink-0" />
                    <span className={open ? 'min-w-0 flex-1 truncate' : 'sr-only'}>{label}</span>
                    <span className={cn('flex', !open && 'absolute top-0.5 right-0.5')}>
                      <NavBadge item={item.key} both={open} />
                      {troubled && (
                        <span
                          title={t('nav.connectionWarning')}
                          className={cn('text-warning-ink', !open && 'rounded-full bg-surface')}
                        >
                          <TriangleAlert aria-hidden size={open ? 16 : 14} className="icon" />
                          <span className="sr-only">{t('nav.connectionWarning')}</span>
                        </span>
                      )}
                    </span>
                  </Link>
                </Tooltip>
              </li>
            )
          })}
        </ul>
      </nav>
      <p className={cn('shrink-0 truncate py-3 text-ink-3 text-xs', open ? 'px-4' : 'text-center')}>
        {data && (open ? t('nav.version', { version: data.version }) : data.version)}
      </p>
    </div>
  )
}
