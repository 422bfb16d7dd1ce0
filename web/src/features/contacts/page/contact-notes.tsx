import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { useNoteText } from '#/features/tickets/public/use-note-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { PageSection } from './page-section.tsx'

/** Notes that are drawn at first, and with each further click. */
const SHOWN = 10

/** Shows the notes of all conversations with a contact that the person may see. */
export function ContactNotes({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contactPage')
  const [shown, setShown] = useState(SHOWN)
  const notes = useQuery(apiQuery(ticketNotes.list, { query: { contactId } }))
  return (
    <PageSection title={t('notes.title')}>
      {notes.isPending ? (
        <Skeleton className="h-16" />
      ) : notes.isError ? (
        <ErrorState compact error={notes.error} onRetry={() => void notes.refetch()} />
      ) : notes.data.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('notes.none')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {notes.data.slice(0, shown).map(note => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      )}
      {notes.data && notes.data.length > shown && (
        <Button size="sm" className="self-start" onClick={() => setShown(shown + SHOWN)}>
          {t('loadMore')}
        </Button>
      )}
    </PageSection>
  )
}

function Note({ note }: { note: TicketNote }) {
  const { text, by } = useNoteText(note)
  return (
    <li className="rounded-md bg-hover p-2.5">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </p>
      <p className="mt-1 truncate text-ink-2 text-xs">
        <bdi>{by}</bdi> · {formatWhen(note.createdAt)}
      </p>
    </li>
  )
}
