import { useNavigate } from '@tanstack/react-router'
import { Dialog as Primitive } from 'radix-ui'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '#/components/ui/input.tsx'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import { matchOf } from '#/lib/match-command.ts'
import { useUser } from '#/lib/session.ts'
import type { navItems } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import { NavBadge } from './shell-slots.tsx'
import { useNavItems } from './use-nav-items.ts'

/**
 * Shows all screens over the lower part of a phone: a search by the words of the command bar, and
 * the drawer's groups. Esc, the backdrop and every choice close it.
 */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'commandBar'])
  const user = useUser()
  const { remember, giveBack } = useReturnFocus()
  const navigate = useNavigate()
  const items = useNavItems()
  const [text, setText] = useState('')
  const found = items
    .map(item => ({
      item,
      match: matchOf(text, { label: t(`nav.${item.key}`), keywords: t(`commandBar:words.${item.key}`) }),
    }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ item }) => item)
  const goTo = (item: (typeof navItems)[number]) => {
    onClose()
    void navigate({ to: item.to })
  }
  const goToFirst = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() && found[0]) goTo(found[0])
  }
  return (
    <Primitive.Root open onOpenChange={open => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={event => {
            remember()
            // The keyboard of a phone would cover the list: the search waits for a touch.
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).focus()
          }}
          onCloseAutoFocus={giveBack}
          tabIndex={-1}
          className="fixed inset-x-0 bottom-0 z-40 flex h-[85dvh] animate-enter flex-col rounded-t-lg border-line-strong border-t bg-surface pb-safe outline-none"
        >
          <Primitive.Title className="truncate px-4 pt-3 pb-2 font-semibold text-md">
            {user.company.name}
          </Primitive.Title>
          <form onSubmit={goToFirst} className="px-3 pb-2">
            <SearchInput label={t('commandBar:findScreen')} value={text} onChange={setText} enterKeyHint="go" />
          </form>
          {text.trim() === '' ? (
            <NavList open foot onNavigate={onClose} />
          ) : (
            <div role="status" className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
              {found.length === 0 && (
                <p className="p-4 text-center text-ink-2">{t('commandBar:noScreen', { text: text.trim() })}</p>
              )}
              <ul>
                {found.map(item => (
                  <li key={item.key}>
                    <button
                      type="button"
                      onClick={() => goTo(item)}
                      className="flex h-11 w-full items-center gap-3 rounded-md px-2.5 text-left text-ink-2 hover:bg-hover hover:text-ink"
                    >
                      <item.icon aria-hidden size={20} className="icon shrink-0" />
                      <span className="min-w-0 flex-1 truncate">{t(`nav.${item.key}`)}</span>
                      <NavBadge item={item.key} both />
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
