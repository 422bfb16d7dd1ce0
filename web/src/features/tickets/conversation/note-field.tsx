import { NoteBody, ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageField } from '#/components/conversation/message-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { api } from '#/lib/session.ts'
import { isShortcut } from '#/lib/shortcuts.ts'
import { toast } from '#/lib/toast.ts'
import { useDraftText } from '#/lib/use-draft-text.ts'
import { writeText } from '#/lib/write-text.ts'
import { MentionList } from './mention-list.tsx'
import { type Colleague, mentionAt, mentionableQuery, mentionsIn } from './mentions.ts'
import { leaveField, NOTE_ID } from './write-mode.ts'

/**
 * Shows the field of a note in the place of the composer, in a colour of its own, so that nobody
 * takes it for a message. It stays after saving: the next text is a note, too.
 */
export function NoteField({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const [text, setText] = useDraftText('note', ticket.id)
  const [busy, setBusy] = useState(false)
  const [short, setShort] = useState(false)
  /** Ids of colleagues who were chosen from the list. */
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [caret, setCaret] = useState(0)
  /** Place of the `@` at which Esc closed the list. */
  const [closed, setClosed] = useState(-1)
  const field = useRef<HTMLTextAreaElement>(null)
  const nothing = text.trim() === ''
  const found = mentionAt(text, caret)
  const mention = found && found.at !== closed ? found : undefined
  useEffect(() => field.current?.focus(), [])

  const save = async () => {
    if (nothing || busy) return
    if (!NoteBody.shape.note.safeParse(text).success) return setShort(true)
    setBusy(true)
    try {
      // Whom the text names is read from it: it may have been begun on another device.
      const mentions = text.includes('@')
        ? mentionsIn(text, await fetchOrCached(client, mentionableQuery(ticket.id)), chosen)
        : []
      await api(ticketNotes.create, {
        body: {
          note: text,
          ticketId: ticket.id,
          contactId: ticket.contactId,
          ...(mentions.length > 0 ? { mentions } : {}),
        },
      })
      setText('')
      toast.success(t('notes.added'))
      void client.invalidateQueries({ queryKey: queryKey(ticketNotes.list) })
    } catch (failure) {
      toast.error(failure)
    } finally {
      setBusy(false)
    }
  }
  const mentionOne = ({ id, name }: Colleague) => {
    if (!mention) return
    const begun = `${text.slice(0, mention.at)}@${name} `
    writeText(field, begun.length, () => {
      setText(begun + text.slice(caret).trimStart())
      setChosen([...chosen, id])
      setCaret(begun.length)
    })
  }
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (isShortcut(event, 'composer.send')) {
      event.preventDefault()
      void save()
    } else if (isShortcut(event, 'composer.leave')) {
      event.preventDefault()
      leaveField(event.currentTarget)
    }
  }

  return (
    <div className="px-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-3">
      {short && (
        <p id="ticket-note-error" role="alert" className="mb-1 text-danger-ink text-sm">
          {t('notes.tooShort')}
        </p>
      )}
      {mention && (
        <MentionList
          ticketId={ticket.id}
          typed={mention.typed}
          field={field}
          onChoose={mentionOne}
          onClose={() => setClosed(mention.at)}
        />
      )}
      <div className="flex items-end gap-1">
        <MessageField
          ref={field}
          id={NOTE_ID}
          data-composer=""
          value={text}
          readOnly={busy}
          aria-label={t('notes.placeholder')}
          aria-invalid={short || undefined}
          aria-describedby={short ? 'ticket-note-error' : undefined}
          placeholder={t('notes.hint')}
          onChange={event => {
            setText(event.target.value)
            setCaret(event.target.selectionStart)
            setShort(false)
            if (!event.target.value.includes('@')) setClosed(-1)
          }}
          onKeyDown={keyDown}
          onSelect={event => setCaret(event.currentTarget.selectionStart)}
        />
        <Button
          aria-label={t('notes.save')}
          aria-disabled={nothing ? true : undefined}
          loading={busy}
          icon={<StickyNote size={18} />}
          onClick={() => void save()}
        />
      </div>
    </div>
  )
}
