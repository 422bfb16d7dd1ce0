import { useIsFetching } from '@tanstack/react-query'
import { Languages, Moon, RefreshCw, Search, Sun } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { cn } from '#/lib/cn.ts'
import { useCommandBarOpen } from '#/lib/commands.ts'
import { formatDate } from '#/lib/format.ts'
import { idlePart } from '#/lib/idle-part.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { queryClient } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { keyCaps } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { theme, toggleTheme } from '#/lib/theme.ts'
import type { AccountMenuProps } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { NotificationsSlot, SignsSlot } from './shell-slots.tsx'

/** Content of the bar's menus, loaded when one is first opened. */
export const topMenus = lazyModule(async () => {
  const [account, language] = await Promise.all([import('./account-menu.tsx'), import('./language-choice.tsx')])
  return { AccountMenu: account.AccountMenu, LanguageChoice: language.LanguageChoice }
})

const VolumeButton = idlePart(() => import('./volume-button.tsx').then(file => file.VolumeButton))

const PausedSign = lazyPart(
  () => import('#/features/team/public/paused-sign.tsx').then(file => file.PausedSign),
  'team',
)

export function TopBar({ onProfile, onShortcuts }: { onProfile: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const user = useUser()
  const admin = useMayAccess('admin')
  const dark = useStore(theme) === 'dark'
  const fetching = useIsFetching() > 0
  const [, setCommandBar] = useCommandBarOpen()
  const refresh = () => queryClient.invalidateQueries()
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-line border-b bg-surface px-3 md:px-4">
      <span className="sm:hidden">
        <Logo size={26} />
      </span>
      {/* What has no room wraps out of sight: no name is cut. */}
      <p className="flex h-[1lh] min-w-0 flex-1 flex-wrap items-center overflow-hidden whitespace-nowrap pl-1">
        <span className="h-[1lh]" />
        <span className="font-medium">{t('top.greeting', { name: user.name.split(' ')[0] })}</span>
        {admin && (
          <span className="ml-2 hidden text-ink-2 text-sm sm:inline">
            {t('top.activeUntil', { date: formatDate(user.company.dueDate) })}
          </span>
        )}
      </p>
      <SignsSlot />
      <button
        type="button"
        onClick={() => setCommandBar(true)}
        className="mr-1 hidden h-control-sm items-center gap-2 rounded-md border border-line-strong px-2.5 text-ink-2 text-sm hover:bg-hover hover:text-ink md:flex"
      >
        <Search aria-hidden size={16} className="icon" />
        {t('nav.search')}
        <span className="flex gap-0.5">
          {keyCaps('mod+k').map(cap => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </span>
      </button>
      <span className="hidden items-center sm:flex">
        <IconButton
          label={t(dark ? 'common:theme.light' : 'common:theme.dark')}
          icon={dark ? <Sun size={20} /> : <Moon size={20} />}
          onClick={toggleTheme}
        />
        <Suspense fallback={<span className="size-control" />}>
          <VolumeButton />
        </Suspense>
        <IconButton
          label={t('top.refresh')}
          icon={<RefreshCw size={20} className={cn(fetching && 'animate-spin')} />}
          onClick={refresh}
        />
      </span>
      {user.paused && (
        <Suspense>
          <PausedSign />
        </Suspense>
      )}
      <NotificationsSlot />
      <span className="hidden sm:flex">
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton label={t('top.language')} icon={<Languages size={20} />} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <LanguageEntries />
          </DropdownMenuContent>
        </DropdownMenu>
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <button
            type="button"
            aria-label={t('top.account', { name: user.name })}
            className="ml-1 flex size-control items-center justify-center rounded-full"
          >
            <Avatar name={user.name} size={32} />
          </button>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-60">
          <AccountEntries onProfile={onProfile} onShortcuts={onShortcuts} />
        </DropdownMenuContent>
      </DropdownMenu>
    </header>
  )
}

const nothing = () => undefined

function LanguageEntries() {
  const parts = useLazyModule(topMenus, nothing)
  return parts && <parts.LanguageChoice />
}

function AccountEntries(props: AccountMenuProps) {
  const parts = useLazyModule(topMenus, nothing)
  return parts && <parts.AccountMenu {...props} />
}
