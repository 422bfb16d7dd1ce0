import { queue } from '@balcao/shared/api/team/queue.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BellRing, Download, Keyboard, LogOut, Moon, RefreshCw, ShieldCheck, Sun, UserPen } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '#/components/ui/dropdown-menu.tsx'
import { install, installPrompt } from '#/lib/installed/install-prompt.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { signOut, useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { theme, toggleTheme } from '#/lib/theme.ts'
import { LanguageChoice } from './language-choice.tsx'

const PauseEntry = lazyPart(
  () => import('#/features/team/public/pause-entry.tsx').then(file => file.PauseEntry),
  'team',
)

export interface AccountMenuProps {
  onProfile: () => void
  onShortcuts: () => void
}

/**
 * Shows the menu of the person's own account. A file of its own, because it loads when the menu is
 * opened.
 */
export function AccountMenu({ onProfile, onShortcuts }: AccountMenuProps) {
  const { t } = useTranslation(['shell', 'common'])
  const navigate = useNavigate()
  const user = useUser()
  const dark = useStore(theme) === 'dark'
  const installable = useStore(installPrompt) !== null
  const refresh = () => queryClient.invalidateQueries()
  const queues = useQuery(apiQuery(queue.list)).data ?? []
  const isGiven = queues.some(
    ({ id, distribution }) => distribution !== 'manual' && user.queues.some(own => own.id === id),
  )
  const canPause = (isGiven || user.paused) && !user.support
  return (
    <>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-ink-2 text-sm">{user.email}</p>
      </div>
      <DropdownMenuSeparator />
      {canPause && (
        <Suspense>
          <PauseEntry />
        </Suspense>
      )}
      <DropdownMenuItem icon={<UserPen size={16} />} onSelect={onProfile}>
        {t('top.profile')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<ShieldCheck size={16} />} onSelect={() => void navigate({ to: '/security' })}>
        {t('top.security')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<BellRing size={16} />} onSelect={() => void navigate({ to: '/notifications' })}>
        {t('top.notifications')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Keyboard size={16} />} shortcut="?" onSelect={onShortcuts} className="touch:hidden">
        {t('top.shortcuts')}
      </DropdownMenuItem>
      {installable && (
        <DropdownMenuItem icon={<Download size={16} />} onSelect={() => void install()}>
          {t('top.install')}
        </DropdownMenuItem>
      )}
      <div className="sm:hidden">
        <DropdownMenuItem icon={dark ? <Sun size={16} /> : <Moon size={16} />} onSelect={toggleTheme}>
          {t(dark ? 'common:theme.light' : 'common:theme.dark')}
        </DropdownMenuItem>
        <DropdownMenuItem icon={<RefreshCw size={16} />} onSelect={() => void refresh()}>
          {t('top.refresh')}
        </DropdownMenuItem>
        <DropdownMenuLabel>{t('top.language')}</DropdownMenuLabel>
        <LanguageChoice />
      </div>
      <DropdownMenuSeparator />
      <DropdownMenuItem
        icon={<LogOut size={16} />}
        onSelect={() =>
          void import('#/features/unsent/public/leave.ts').then(({ leave }) => leave(queryClient), signOut)
        }
      >
        {t('top.logout')}
      </DropdownMenuItem>
    </>
  )
}
