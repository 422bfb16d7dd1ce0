import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'

/** The pictures of a conversation, one at a time, with arrows. */
export function MediaViewer({ ticketId, start, onClose }: { ticketId: string; start: Message; onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'common'])
  const { remember, giveBack } = useReturnFocus()
  const query = useInfiniteQuery({ ...apiPages(messagesApi.list, { params: { ticketId } }), enabled: false })
  const [id, setId] = useState(start.id)
  const pictures = (query.data?.pages ?? [])
    .toReversed()
    .flatMap(page => page.messages)
    .filter(message => message.mediaType === 'image' && message.mediaUrl && !message.isDeleted)
  const at = pictures.findIndex(message => message.id === id)
  const shown = pictures[at] ?? start
  const step = (by: number) => {
    const next = pictures[at + by]
    if (next) setId(next.id)
  }
  const button =
    'flex size-11 items-center justify-center rounded-full bg-raised text-ink shadow-overlay hover:bg-hover disabled:opacity-40'
  return (
    <Primitive.Root open onOpenChange={open => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-bg/95" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          onKeyDown={event => {
            if (event.key === 'ArrowLeft') step(-1)
            if (event.key === 'ArrowRight') step(1)
          }}
          className="fixed inset-0 z-50 flex flex-col outline-none"
        >
          <div className="flex items-center gap-2 bg-raised px-3 py-2">
            <Primitive.Title className="min-w-0 flex-1 truncate font-medium">
              {shown.media?.fileName || t('kind.image')}
              <span className="ml-2 font-normal text-ink-2 text-sm">{formatWhen(shown.createdAt)}</span>
            </Primitive.Title>
            <a
              href={shown.mediaUrl ?? undefined}
              download={shown.media?.fileName}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('message.download')}
              className="flex size-control items-center justify-center rounded-md text-ink-2 hover:bg-hover"
            >
              <Download size={18} className="icon" />
            </a>
            <Primitive.Close
              aria-label={t('common:action.close')}
              className="flex size-control items-center justify-center rounded-md text-ink-2 hover:bg-hover"
            >
              <X size={18} className="icon" />
            </Primitive.Close>
          </div>
          <div className="relative flex min-h-0 flex-1 items-center justify-center p-4">
            <img
              src={shown.mediaUrl ?? undefined}
              alt={shown.body || t('kind.image')}
              className="max-h-full max-w-full object-contain"
            />
            <button
              type="button"
              aria-label={t('viewer.previous')}
              disabled={at <= 0}
              onClick={() => step(-1)}
              className={`absolute left-3 ${button}`}
            >
              <ChevronLeft size={20} />
            </button>
            <button
              type="button"
              aria-label={t('viewer.next')}
              disabled={at === -1 || at >= pictures.length - 1}
              onClick={() => step(1)}
              className={`absolute right-3 ${button}`}
            >
              <ChevronRight size={20} />
            </button>
          </div>
          {shown.body && (
            <p className="bg-raised px-4 py-3 text-center">
              <bdi>{shown.body}</bdi>
            </p>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
