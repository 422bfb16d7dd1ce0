import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuPanelParts } from '#/components/ui/dropdown-menu.tsx'
import { popoverPanel } from '#/components/ui/popover.tsx'
import { tooltipBubble } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { useCommandBarOpen } from '#/lib/commands.ts'
import { idlePart } from '#/lib/idle-part.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { localValue } from '#/lib/local-value.ts'
import { useUser } from '#/lib/session.ts'
import { listenForShortcuts, takeNextKey, useShortcut } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Drawer } from './drawer.tsx'
import { confirmHost, Questions } from './questions.tsx'
import { ScreenName } from './screen-name.tsx'
import { RealtimeSlot } from './shell-slots.tsx'
import { TopBar, topMenus } from './top-bar.tsx'
import { useNavItems } from './use-nav-items.ts'

// Parts that nobody sees without asking for them load after the screen.
const MoreSheet = lazyPart(() => import('./more-sheet.tsx').then(file => file.MoreSheet), 'commandBar')
const loadCommandBar = () => Promise.all([import('./command-bar.tsx'), import('./command-sources.tsx')])
const CommandBar = lazyPart(() => loadCommandBar().then(([file]) => file.CommandBar), 'commandBar')
const CommandSources = lazyPart(() => loadCommandBar().then(([, file]) => file.CommandSources), 'commandBar')
const loadBars = () => import('./bars/shell-bars.tsx').then(file => file.ShellBars)
const BarsNow = lazyPart(loadBars, 'bars')
const BarsLater = idlePart(loadBars, 'bars')
const ShortcutsMap = lazyPart(() => import('./shortcuts-map.tsx').then(file => file.ShortcutsMap), 'shortcuts')
const Toaster = idlePart(() => import('#/components/ui/toaster.tsx').then(file => file.Toaster))
const ProfileDialog = lazyPart(() =>
  import('#/features/team/public/profile-dialog.tsx').then(file => file.ProfileDialog),
)

/**
 * State of the drawer: open above 1200 px and icons below it, until the person decides otherwise.
 */
const drawerChoice = localValue<'open' | 'closed' | 'auto'>(
  'drawer',
  raw => (raw === 'open' || raw === 'closed' ? raw : 'auto'),
  value => value,
)

/** Shows the frame of every private screen. */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const wide = useMediaQuery('(min-width: 1201px)')
  const phone = useMediaQuery('(max-width: 599.98px)')
  const choice = useStore(drawerChoice)
  const [more, setMore] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const [profile, setProfile] = useState(false)
  // A bar that is known to be shown must not move the screen later.
  const [Bars] = useState(() =>
    user.support || !user.emailConfirmed || user.pendingEmail !== null ? BarsNow : BarsLater,
  )
  const [commandBar] = useCommandBarOpen()
  const path = useRouterState({ select: state => state.location.pathname })
  const open = choice === 'auto' ? wide : choice === 'open'
  // On a phone a conversation takes the whole screen; its own header leads back.
  const whole = phone && path.startsWith('/tickets/')

  useEffect(listenForShortcuts, [])
  // Loaded ahead of its use: text typed right after Ctrl K must land in it, not trigger the
  // screen's single-key shortcuts.
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadCommandBar().catch(() => undefined)
      for (const part of [menuPanelParts, topMenus, popoverPanel, tooltipBubble, confirmHost]) part.preload()
    }, 2000)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes the sheet
  useEffect(() => setMore(false), [path, phone])

  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <RealtimeSlot />
      <ScreenName />
      <ShellKeys onShortcuts={() => setShortcuts(true)} />
      <div className="flex h-dvh overflow-hidden">
        {!phone && (
          <aside className={cn('shrink-0 border-line border-r bg-surface', open ? 'w-60' : 'w-14')}>
            <Drawer open={open} onToggle={() => drawerChoice.set(open ? 'closed' : 'open')} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {!whole && <TopBar onProfile={() => setProfile(true)} onShortcuts={() => setShortcuts(true)} />}
          <Suspense>
            <Bars whole={whole} />
          </Suspense>
          <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-hidden outline-none">
            {children}
          </main>
          {phone && !whole && <BottomBar onMore={() => setMore(true)} />}
        </div>
      </div>
      <Suspense>{more && phone && <MoreSheet onClose={() => setMore(false)} />}</Suspense>
      <Suspense>
        <Toaster />
      </Suspense>
      <Questions />
      <Suspense>
        {commandBar && (
          <>
            <CommandSources onShortcuts={() => setShortcuts(true)} />
            <CommandBar />
          </>
        )}
      </Suspense>
      <Suspense>{shortcuts && <ShortcutsMap open onOpenChange={setShortcuts} />}</Suspense>
      <Suspense>{profile && <ProfileDialog onClose={() => setProfile(false)} />}</Suspense>
    </>
  )
}

/** Adds the keys available everywhere. */
function ShellKeys({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate()
  const items = useNavItems()
  const [, setCommandBar] = useCommandBarOpen()
  useShortcut('general.commands', { run: () => setCommandBar(true) })
  useShortcut('general.map', { run: onShortcuts })
  useShortcut('general.go', {
    run: () =>
      takeNextKey(async key => {
        const { GO_KEYS } = await import('./go-keys.ts')
        const item = items.find(({ to }) => GO_KEYS[to] === key)
        if (item) void navigate({ to: item.to })
      }),
  })
  return null
}
