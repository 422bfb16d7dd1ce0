import { Link } from '@tanstack/react-router'
import { ChevronDown, Ellipsis, Star, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { isShortcut, keyText } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import type { navItems } from './nav-items.ts'
import { shownGroups } from './nav-lines.ts'
import { navFolds, openGroup, toggleFold, useFavourites } from './nav-state.ts'
import { NavBadge } from './shell-slots.tsx'
import { useActiveItem } from './use-active-item.ts'
import { useNavItems } from './use-nav-items.ts'
import { useTroubledConnections } from './use-troubled-connections.ts'

interface NavListProps {
  /** True if it shows names; else icons alone. */
  open: boolean
  /** True if what stands at the drawer's foot is listed, too. */
  foot?: boolean
  /** Called when an entry was chosen. */
  onNavigate?: (() => void) | undefined
}

/**
 * Shows the screens in their groups: the dashboard and favourites first, groups that fold, the item
 * one is at always in sight. Scrolls by itself.
 */
export function NavList({ open, foot = false, onNavigate }: NavListProps) {
  const { t } = useTranslation('shell')
  const nav = useRef<HTMLElement>(null)
  const all = useNavItems()
  const items = all.filter(item => !item.foot)
  const active = useActiveItem()
  const folds = useStore(navFolds)
  const [kept, toggleFavourite] = useFavourites()
  const starred = kept.flatMap(key => items.find(item => item.key === key) ?? [])
  const favourites = starred.map(item => item.key)
  const groups = shownGroups({ items, active: active?.key, favourites, folds })
  const home = active?.group
  const before = useRef(home)
  useEffect(() => {
    if (home && home !== before.current) openGroup(home)
    before.current = home
  }, [home])
  const lines = groups.map(group => group.items.length).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines move the active one
  useEffect(() => {
    nav.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key, lines, open, kept])
  // A starred item moves to its section: the focus goes with it.
  const moved = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the item has moved
  useEffect(() => {
    if (moved.current) nav.current?.querySelector<HTMLElement>(`[data-nav="${moved.current}"]`)?.focus()
    moved.current = null
  }, [kept])

  const star = (key: string) => {
    moved.current = key
    toggleFavourite(key)
  }
  const entry = (item: (typeof navItems)[number]) => (
    <NavEntry
      key={item.key}
      item={item}
      open={open}
      isHere={item.key === active?.key}
      isFavourite={favourites.includes(item.key)}
      onNavigate={onNavigate}
      onStar={item.foot ? undefined : () => star(item.key)}
    />
  )
  return (
    <nav ref={nav} aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
      <ul className="flex flex-col gap-0.5">
        {items.filter(item => !item.group && !favourites.includes(item.key)).map(entry)}
      </ul>
      {starred.length > 0 && (
        <section aria-label={t('nav.favourites')}>
          {open ? <p className={heading}>{t('nav.favourites')}</p> : <div className="mx-2 my-2 h-px bg-line-strong" />}
          <ul className="flex flex-col gap-0.5">{starred.map(entry)}</ul>
        </section>
      )}
      {groups.map(group => {
        const name = t(`nav.${group.name}`)
        const more = group.isWhole ? t('nav.less') : t('nav.moreItems', { count: group.hidden })
        return (
          <section key={group.name} aria-label={name}>
            <Fold open={open} isOpen={group.isOpen} name={name} onToggle={() => toggleFold(group.name, groups)} />
            <ul className="flex flex-col gap-0.5">
              {group.items.map(entry)}
              {(group.hidden > 0 || group.isWhole) && (
                <li>
                  <Hint label={more} open={open}>
                    <button
                      type="button"
                      onClick={() => toggleFold(`${group.name}+`, groups)}
                      className={cn(line, 'w-full text-ink-3', open ? 'px-2.5' : 'justify-center')}
                    >
                      <Ellipsis aria-hidden size={20} className="icon shrink-0" />
                      <span className={open ? 'truncate' : 'sr-only'}>{more}</span>
                    </button>
                  </Hint>
                </li>
              )}
            </ul>
          </section>
        )
      })}
      {foot && <ul className="mt-2 border-line border-t pt-2">{all.filter(item => item.foot).map(entry)}</ul>}
    </nav>
  )
}

const line =
  'flex h-9 items-center gap-3 rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink touch:h-11'
const heading = 'flex h-9 items-end px-2.5 pb-1.5 font-medium text-ink-3 text-xs'

function Hint({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  return (
    <Tooltip content={open ? null : label} side="right">
      {children}
    </Tooltip>
  )
}

function Fold({
  open,
  isOpen,
  name,
  onToggle,
}: {
  open: boolean
  isOpen: boolean
  name: string
  onToggle: () => void
}) {
  return (
    <Hint label={name} open={open}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className={cn(
          'flex w-full items-center gap-1 font-medium text-ink-3 text-xs hover:text-ink touch:h-11',
          open ? 'h-9 rounded-md px-2.5 pt-2' : 'h-6 justify-center border-line border-t',
        )}
      >
        <span className={open ? 'min-w-0 flex-1 truncate text-left' : 'sr-only'}>{name}</span>
        <ChevronDown aria-hidden size={14} className={cn('icon shrink-0', !isOpen && '-rotate-90')} />
      </button>
    </Hint>
  )
}

interface NavEntryProps {
  item: (typeof navItems)[number]
  open: boolean
  isHere: boolean
  isFavourite: boolean
  onNavigate?: (() => void) | undefined
  /** Missing for what cannot be a favourite. */
  onStar?: (() => void) | undefined
}

/** Shows one item; `*` on it, or its star, makes it a favourite. */
function NavEntry({ item, open, isHere, isFavourite, onNavigate, onStar }: NavEntryProps) {
  const { t } = useTranslation('shell')
  const label = t(`nav.${item.key}`)
  const star = t(isFavourite ? 'nav.unstar' : 'nav.star', { name: label })
  return (
    <li className="group relative flex items-center">
      <Hint label={label} open={open}>
        <Link
          to={item.to}
          onClick={onNavigate}
          onKeyDown={event => {
            if (!onStar || !isShortcut(event, 'menu.favourite')) return
            event.preventDefault()
            onStar()
          }}
          aria-keyshortcuts={onStar && keyText('menu.favourite')}
          data-nav={item.key}
          data-here={isHere || undefined}
          className={cn(
            line,
            'relative min-w-0 flex-1',
            open ? 'px-2.5' : 'justify-center',
            isHere && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft hover:text-accent-ink',
          )}
        >
          <item.icon aria-hidden size={20} className="icon shrink-0" />
          <span className={open ? 'min-w-0 flex-1 truncate' : 'sr-only'}>{label}</span>
          <span className={cn('flex', open ? 'group-hover:invisible touch:visible' : '-right-1 -top-1 absolute')}>
            <NavBadge item={item.key} both={open} />
            {item.key === 'connections' && <ConnectionWarning open={open} />}
          </span>
        </Link>
      </Hint>
      {open && onStar && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={star}
          title={`${star} (${keyText('menu.favourite')})`}
          aria-pressed={isFavourite}
          onClick={onStar}
          className="absolute right-1 flex size-7 items-center justify-center rounded-md text-ink-3 opacity-0 hover:bg-active hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 touch:static touch:size-11 touch:shrink-0 touch:opacity-100"
        >
          <Star aria-hidden size={16} className={cn('icon', isFavourite && 'fill-current')} />
        </button>
      )}
    </li>
  )
}

function ConnectionWarning({ open }: { open: boolean }) {
  const { t } = useTranslation('shell')
  if (useTroubledConnections().length === 0) return null
  return (
    <span title={t('nav.connectionWarning')} className={cn('text-warning-ink', !open && 'rounded-full bg-surface')}>
      <TriangleAlert aria-hidden size={open ? 16 : 14} className="icon" />
      <span className="sr-only">{t('nav.connectionWarning')}</span>
    </span>
  )
}
