import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { useZoom } from './use-zoom.ts'

/** Style of the controls over the picture. */
const floating = 'absolute rounded-full border border-line-strong bg-raised shadow-overlay'

/** Shows the pictures of a conversation, one at a time, with arrows and zoom. */
export function MediaViewer({ ticketId, start, onClose }: { ticketId: string; start: Message; onClose: () => void }) {
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
  return (
    <PictureViewer
      picture={{
        id: shown.id,
        url: shown.mediaUrl,
        name: shown.media?.fileName,
        text: shown.body,
        createdAt: shown.createdAt,
      }}
      onPrevious={at > 0 ? () => step(-1) : undefined}
      onNext={at !== -1 && at < pictures.length - 1 ? () => step(1) : undefined}
      onClose={onClose}
    />
  )
}

/** Shows a picture over the whole page. Texts: `tickets`. */
export function PictureViewer({ onClose, ...shown }: PictureProps & { onClose: () => void }) {
  const { t } = useTranslation(['ticketDetails', 'tickets'])
  const { remember, giveBack } = useReturnFocus()
  return (
    <Primitive.Root open onOpenChange={open => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-bg" />
        <Primitive.Content
          onOpenAutoFocus={event => {
            remember()
            // The picture gets attention before its buttons: none of them takes the focus.
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-viewer]')?.focus()
          }}
          onCloseAutoFocus={giveBack}
          className="fixed inset-0 z-40 outline-none"
        >
          <Primitive.Description className="sr-only">{t('viewer.keys')}</Primitive.Description>
          <Picture {...shown} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface PictureProps {
  picture: {
    id: string
    url: string | null
    name: string | null | undefined
    /** Text below the picture; empty without one. */
    text: string
    createdAt: string
  }
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Shows one picture in its frame, with all its actions. */
function Picture({ picture: shown, onPrevious, onNext }: PictureProps) {
  const { t } = useTranslation(['ticketDetails', 'tickets', 'common'])
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const zoom = useZoom(shown.id, frame, picture)
  const { scale, x, y } = zoom.view
  const percent = formatNumber(scale, { style: 'percent' })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside, on their way up
    <div
      tabIndex={-1}
      data-viewer
      className="flex h-full flex-col outline-none"
      onKeyDown={event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (zoom.onKey(event.key)) event.preventDefault()
        else if (event.key === 'ArrowLeft') onPrevious?.()
        else if (event.key === 'ArrowRight') onNext?.()
      }}
    >
      <div className="relative z-10 flex items-center gap-2 bg-raised px-3 py-2">
        <Primitive.Title className="min-w-0 flex-1 truncate font-medium">
          {shown.name || t('tickets:kind.image')}
          <span className="ml-2 font-normal text-ink-2 text-sm">{formatWhen(shown.createdAt)}</span>
        </Primitive.Title>
        <Tooltip content={t('tickets:message.download')} side="bottom">
          <a
            href={shown.url ?? undefined}
            download={shown.name ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('tickets:message.download')}
            className="flex size-control items-center justify-center rounded-md text-ink-2 hover:bg-hover"
          >
            <Download size={20} className="icon" />
          </a>
        </Tooltip>
        <Primitive.Close asChild>
          <IconButton label={t('common:action.close')} icon={<X size={20} />} tooltipSide="bottom" />
        </Primitive.Close>
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <div
          ref={frame}
          {...zoom.handlers}
          className={cn(
            'flex h-full touch-none select-none items-center justify-center p-4',
            zoom.isFitted ? 'cursor-zoom-in' : zoom.dragging ? 'cursor-grabbing' : 'cursor-grab',
          )}
        >
          <img
            ref={picture}
            src={shown.url ?? undefined}
            alt={shown.text || t('tickets:kind.image')}
            draggable={false}
            className="max-h-full max-w-full object-contain"
            style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          />
        </div>
        {(onPrevious || onNext) && (
          <>
            <IconButton
              label={t('viewer.previous')}
              icon={<ChevronLeft size={20} />}
              disabledReason={onPrevious ? undefined : t('viewer.first')}
              tooltipSide="right"
              onClick={onPrevious}
              className={cn(floating, 'left-3 top-1/2 -translate-y-1/2')}
            />
            <IconButton
              label={t('viewer.next')}
              icon={<ChevronRight size={20} />}
              disabledReason={onNext ? undefined : t('viewer.last')}
              tooltipSide="left"
              onClick={onNext}
              className={cn(floating, 'right-3 top-1/2 -translate-y-1/2')}
            />
          </>
        )}
        <fieldset
          aria-label={t('viewer.zoom')}
          className={cn(floating, 'bottom-3 left-1/2 flex -translate-x-1/2 items-center gap-0.5 px-1 py-0.5')}
        >
          <IconButton
            label={t('viewer.zoomOut')}
            icon={<ZoomOut size={20} />}
            shortcut="-"
            disabledReason={zoom.isFitted ? t('viewer.smallest') : undefined}
            onClick={zoom.zoomOut}
            className="rounded-full"
          />
          <Tooltip content={zoom.isFitted ? null : t('viewer.fit')}>
            <button
              type="button"
              aria-label={`${t('viewer.fit')}: ${percent}`}
              onClick={zoom.reset}
              className="tabular flex h-control min-w-16 items-center justify-center rounded-full px-2 text-sm hover:bg-hover"
            >
              {percent}
            </button>
          </Tooltip>
          <IconButton
            label={t('viewer.zoomIn')}
            icon={<ZoomIn size={20} />}
            shortcut="+"
            disabledReason={zoom.isLargest ? t('viewer.largest') : undefined}
            onClick={zoom.zoomIn}
            className="rounded-full"
          />
        </fieldset>
        <p role="status" className="sr-only">
          {t('viewer.level', { percent })}
        </p>
      </div>
      {shown.text && (
        <p className="relative z-10 max-h-28 overflow-y-auto bg-raised px-4 py-3 text-center">
          <bdi>{shown.text}</bdi>
        </p>
      )}
    </div>
  )
}
