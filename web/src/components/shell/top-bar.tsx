import { useIsFetching } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BellRing,
  Download,
  Keyboard,
  Languages,
  LogOut,
  Moon,
  RefreshCw,
  Search,
  ShieldCheck,
  Sun,
  UserPen,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { cn } from '#/lib/cn.ts'
import { useCommandBarOpen } from '#/lib/commands.ts'
import { formatDate, formatNumber } from '#/lib/format.ts'
import { changeLanguage, type Language, languageNames, languages } from '#/lib/i18n.ts'
import { install, installPrompt } from '#/lib/installed/install-prompt.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { queryClient } from '#/lib/queries.ts'
import { signOut, useUser } from '#/lib/session.ts'
import { keyCaps } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { theme, toggleTheme } from '#/lib/theme.ts'
import { playSound, volume } from '#/lib/volume.ts'
import { Logo } from './logo.tsx'
import { NotificationsSlot } from './shell-slots.tsx'

const Slider = lazy(() => import('#/components/ui/slider.tsx').then(file => ({ default: file.Slider })))

export function TopBar({ onProfile, onShortcuts }: { onProfile: () => void; onShortcuts: () => void }) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const admin = useMayAccess('admin')
  const dark = useStore(theme) === 'dark'
  const fetching = useIsFetching() > 0
  const installable = useStore(installPrompt) !== null
  const [, setCommandBar] = useCommandBarOpen()
  const refresh = () => queryClient.invalidateQueries()
  const changeTo = (language: string) => void changeLanguage(language as Language)
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-line border-b bg-surface px-3 md:px-4">
      <span className="sm:hidden">
        <Logo size={26} />
      </span>
      <p className="min-w-0 flex-1 truncate pl-1">
        <span className="font-medium">{t('top.greeting', { name: user.name.split(' ')[0] })}</span>
        {admin && (
          <span className="ml-2 hidden text-ink-2 text-sm sm:inline">
            {t('top.activeUntil', { date: formatDate(user.company.dueDate) })}
          </span>
        )}
      </p>
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
          label={dark ? t('top.themeLight') : t('top.themeDark')}
          icon={dark ? <Sun size={20} /> : <Moon size={20} />}
          onClick={toggleTheme}
        />
        <VolumeButton />
        <IconButton
          label={t('top.refresh')}
          icon={<RefreshCw size={20} className={cn(fetching && 'animate-spin')} />}
          onClick={refresh}
        />
      </span>
      <NotificationsSlot />
      <span className="hidden sm:flex">
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton label={t('top.language')} icon={<Languages size={20} />} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <LanguageChoice value={i18n.language} onChange={changeTo} />
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
          <div className="px-2 py-1.5">
            <p className="truncate font-medium">{user.name}</p>
            <p className="truncate text-ink-2 text-sm">{user.email}</p>
          </div>
          <DropdownMenuSeparator />
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
              {dark ? t('top.themeLight') : t('top.themeDark')}
            </DropdownMenuItem>
            <DropdownMenuItem icon={<RefreshCw size={16} />} onSelect={() => void refresh()}>
              {t('top.refresh')}
            </DropdownMenuItem>
            <DropdownMenuLabel>{t('top.language')}</DropdownMenuLabel>
            <LanguageChoice value={i18n.language} onChange={changeTo} />
          </div>
          <DropdownMenuSeparator />
          <DropdownMenuItem icon={<LogOut size={16} />} onSelect={() => void signOut()}>
            {t('top.logout')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </header>
  )
}

function LanguageChoice({ value, onChange }: { value: string; onChange: (language: string) => void }) {
  return (
    <DropdownMenuRadioGroup value={value} onValueChange={onChange}>
      {languages.map(language => (
        <DropdownMenuRadioItem key={language} value={language}>
          {languageNames[language]}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  )
}

function VolumeButton() {
  const { t } = useTranslation()
  const value = useStore(volume)
  const [open, setOpen] = useState(false)
  const Icon = value === 0 ? VolumeX : value < 0.5 ? Volume1 : Volume2
  const percent = formatNumber(value, { style: 'percent' })
  return (
    <Popover
      open={open}
      onOpenChange={next => {
        setOpen(next)
        // Leaving the slider plays what will be heard.
        if (!next) playSound('chime')
      }}
    >
      <PopoverTrigger>
        <IconButton label={t('top.volume')} icon={<Icon size={20} />} />
      </PopoverTrigger>
      <PopoverContent align="end" className="flex w-56 items-center gap-3">
        <Suspense fallback={<span className="h-5 flex-1" />}>
          <Slider
            label={t('top.volume')}
            value={value}
            min={0}
            max={1}
            step={0.1}
            valueText={percent}
            onChange={next => volume.set(Math.round(next * 10) / 10)}
          />
        </Suspense>
        <span className="tabular w-10 text-right text-ink-2 text-sm">{percent}</span>
      </PopoverContent>
    </Popover>
  )
}
