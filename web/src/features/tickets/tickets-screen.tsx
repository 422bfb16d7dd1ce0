import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { TicketListPane } from './list/ticket-list-pane.tsx'
import { loadLater } from './load-later.ts'

const NewTicketDialog = lazyPart(() => import('./dialogs/new-ticket-dialog.tsx').then(file => file.NewTicketDialog))
const TalkToNumberDialog = lazyPart(() =>
  import('./dialogs/talk-to-number-dialog.tsx').then(file => file.TalkToNumberDialog),
)
const SpyDialog = lazyPart(() => import('./dialogs/spy-dialog.tsx').then(file => file.SpyDialog))

/** Shows the list and the open conversation side by side; under 900 px as two screens. */
export function TicketsScreen() {
  const { t } = useTranslation('tickets')
  const { uuid } = useParams({ strict: false })
  const search = useSearch({ from: '/_app/tickets' })
  const navigate = useNavigate()
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const [adding, setAdding] = useState(false)
  const [spied, setSpied] = useState<Ticket | null>(null)

  useEffect(loadLater, [])

  const closeNew = () => {
    setAdding(false)
    if (search.newContact) {
      void navigate({ to: '.', search: ({ newContact: _, ...rest }) => rest, replace: true })
    }
  }

  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">{t('title')}</h1>
      <section
        aria-label={t('title')}
        className={cn(
          'min-h-0 border-line border-r',
          narrow ? 'w-full border-r-0' : 'w-[360px] shrink-0',
          narrow && uuid && 'hidden',
        )}
      >
        <TicketListPane search={search} onNew={() => setAdding(true)} onSpy={setSpied} />
      </section>
      {(!narrow || uuid) && (
        <div className="min-h-0 min-w-0 flex-1">
          <Outlet />
        </div>
      )}
      <Suspense>
        {(adding || search.newContact) && (
          <NewTicketDialog
            contactId={search.newContact}
            onNumber={newNumber => {
              setAdding(false)
              void navigate({
                to: '.',
                search: ({ newContact: _, ...rest }) => ({ ...rest, newNumber }),
                replace: true,
              })
            }}
            onBegun={() => setAdding(false)}
            onClose={closeNew}
          />
        )}
        {search.newNumber && (
          <TalkToNumberDialog
            number={search.newNumber}
            onClose={() => void navigate({ to: '.', search: ({ newNumber: _, ...rest }) => rest, replace: true })}
          />
        )}
        {spied && <SpyDialog ticket={spied} onClose={() => setSpied(null)} />}
      </Suspense>
    </div>
  )
}
