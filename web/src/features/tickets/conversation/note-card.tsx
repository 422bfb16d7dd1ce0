import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { StickyNote } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { NoteText } from '../note-text.tsx'
import { useNoteText } from '../public/use-note-text.ts'

const NoteCalls = lazyPart(() => import('./bot-calls.tsx').then(file => file.NoteCalls), 'prompts')

/** Shows a note at its time; the contact never sees it, and its style says so. */
export function NoteCard({ note }: { note: TicketNote }) {
  const { t } = useTranslation('tickets')
  const { text, by } = useNoteText(note)
  return (
    <div className="my-2 flex justify-center px-4">
      <div className="w-full max-w-md rounded-md border border-line-strong border-dashed bg-surface px-3 py-2">
        <p className="flex items-center gap-1.5 text-ink-2 text-xs">
          <StickyNote size={14} className="icon shrink-0" />
          <span className="min-w-0 flex-1 truncate">
            {t('event.note')} · <bdi>{by}</bdi>
          </span>
          <time dateTime={note.createdAt} className="tabular">
            {formatTime(note.createdAt)}
          </time>
        </p>
        <p className="wrap-anywhere mt-1 line-clamp-6 whitespace-pre-wrap">
          <NoteText text={text} mentions={note.mentions} />
        </p>
        <Suspense>{note.reason?.note.startsWith('prompt') && <NoteCalls note={note} />}</Suspense>
      </div>
    </div>
  )
}
