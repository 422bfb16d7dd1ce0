import { NoteBody, ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Ticket, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { formatWhen } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDraftText } from '#/lib/use-draft-text.ts'
import { useNoteText } from '../use-note-text.ts'

/** Shows the notes of a ticket: everybody who may see the ticket sees them, never the contact. */
export function Notes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const user = useUser()
  const admin = useMayAccess('admin')
  const query = useQuery(apiQuery(ticketNotes.list, { query: { ticketId: ticket.id } }))
  const [text, setText] = useDraftText('note', ticket.id)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(ticketNotes.list) })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const body = { note: text, ticketId: ticket.id, contactId: ticket.contactId }
    if (!NoteBody.shape.note.safeParse(text).success) return setError(true)
    setBusy(true)
    try {
      await api(ticketNotes.create, { body })
      setText('')
      toast.success(t('notes.added'))
      await refresh()
    } catch (failure) {
      toast.error(failure)
    } finally {
      setBusy(false)
    }
  }

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
      <form onSubmit={event => void add(event)} className="flex flex-col gap-2">
        <Textarea
          id="ticket-note"
          rows={2}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setError(false)
          }}
          onKeyDown={event => {
            if (event.key === 'Escape') document.querySelector<HTMLElement>('[data-conversation-log]')?.focus()
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
          placeholder={t('notes.placeholder')}
          aria-label={t('notes.placeholder')}
          aria-invalid={error || undefined}
          aria-describedby={error ? 'ticket-note-error' : undefined}
        />
        {error && (
          <p id="ticket-note-error" role="alert" className="text-danger-ink text-sm">
            {t('notes.tooShort')}
          </p>
        )}
        {text && (
          <Button type="submit" size="sm" variant="primary" loading={busy} className="self-end">
            {t('notes.add')}
          </Button>
        )}
      </form>
      {query.isPending && <Skeleton className="mt-2 h-12" />}
      {query.isError && <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />}
      <ul className="mt-2 flex flex-col gap-2">
        {query.data?.map(note => (
          <Note
            key={note.id}
            note={note}
            onRemove={admin || note.user.id === user.id ? text => void remove(note, text) : undefined}
          />
        ))}
      </ul>
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
        <bdi>{text}</bdi>
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
