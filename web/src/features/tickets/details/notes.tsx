import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Ticket, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { StickyNote, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatWhen } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { keyText } from '#/lib/shortcuts.ts'
import { toast } from '#/lib/toast.ts'
import { NoteText } from '../note-text.tsx'
import { useNoteText } from '../public/use-note-text.ts'

interface NotesProps {
  ticket: Ticket
  /** Opens the field of a note, which is below the conversation; absent in a sheet over it. */
  onWrite?: (() => void) | undefined
}

/** Shows the notes of a ticket: everybody who may see the ticket sees them, never the contact. */
export function Notes({ ticket, onWrite }: NotesProps) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const user = useUser()
  const admin = useMayAccess('admin')
  const query = useQuery(apiQuery(ticketNotes.list, { query: { ticketId: ticket.id } }))
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(ticketNotes.list) })

  const remove = async (note: TicketNote, text: string) => {
    const yes = await confirm({
      title: t('notes.deleteTitle'),
      description: text,
      confirmLabel: t('notes.delete'),
    })
    if (!yes) return
    try {
      await api(ticketNotes.remove, { params: { id: note.id } })
      toast.success(t('notes.deleted'))
      await refresh()
    } catch (failure) {
      toast.error(failure)
    }
  }

  return (
    <>
      {query.data?.length === 0 && <p className="text-ink-2 text-sm">{t('notes.none')}</p>}
      {query.isPending && <Skeleton className="h-12" />}
      {query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      <ul className="flex flex-col gap-2">
        {query.data?.map(note => (
          <Note
            key={note.id}
            note={note}
            onRemove={admin || note.user.id === user.id ? text => void remove(note, text) : undefined}
          />
        ))}
      </ul>
      {onWrite && (
        <Button
          size="sm"
          icon={<StickyNote size={16} />}
          aria-keyshortcuts={keyText('conversation.note')}
          onClick={onWrite}
          className="mt-2"
        >
          {t('notes.placeholder')}
          <span className="touch:hidden">
            <Kbd>{keyText('conversation.note')}</Kbd>
          </span>
        </Button>
      )}
    </>
  )
}

interface NoteProps {
  note: TicketNote
  /** Removes the note, whose text on screen is passed; undefined for a user who may not. */
  onRemove: ((text: string) => void) | undefined
}

function Note({ note, onRemove }: NoteProps) {
  const { t } = useTranslation('ticketDetails')
  const { text, by } = useNoteText(note)
  return (
    <li className="group/note rounded-md bg-hover p-2.5">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <NoteText text={text} mentions={note.mentions} />
      </p>
      <p className="mt-1 flex items-center text-ink-2 text-xs">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{by}</bdi> · {formatWhen(note.createdAt)}
        </span>
        {onRemove && (
          <IconButton
            size="sm"
            tone="danger"
            label={t('notes.delete')}
            icon={<Trash2 size={14} />}
            onClick={() => onRemove(text)}
          />
        )}
      </p>
    </li>
  )
}
