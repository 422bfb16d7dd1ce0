import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type HTMLAttributes, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LostFile } from '#/components/lazy-lost-file.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { saveFile } from '#/lib/save-file.ts'
import { useBroken } from '#/lib/use-broken.ts'
import { useSwipe } from './use-swipe.ts'
import { useZoom } from './use-zoom.ts'

/** Style of the controls over the picture. */
const floating = 'absolute rounded-full border border-line-strong bg-raised shadow-overlay'

/** Shows a picture over the whole page. Texts: `tickets`. */
export function PictureViewer(props: PictureProps) {
  const { t } = useTranslation(['ticketDetails', 'tickets'])
  const { remember, giveBack } = useReturnFocus()
  return (
    <Primitive.Root open onOpenChange={open => !open && props.onClose()}>
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
          <Picture {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface PictureProps {
  picture: {
    id: string
    /** True for a video, which has the browser's own controls and is not enlarged. */
    isVideo?: boolean
    url: string | null
    name: string | null | undefined
    /** Text below the picture; empty without one. */
    text: string
    createdAt: string
    /** Name of who sent it; absent if nobody did. */
    from?: string | undefined
  }
  /** Words for its place among the others; empty without any. */
  place?: string
  /** True while further pictures are searched. */
  isSeeking?: boolean
  onClose: () => void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Shows one picture in its frame, with all its actions. */
function Picture({ picture: shown, place = '', isSeeking = false, onClose, onPrevious, onNext }: PictureProps) {
  const { t } = useTranslation(['ticketDetails', 'tickets', 'common'])
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [isLost, noteLost] = useBroken(shown.url)
  const zoom = useZoom(shown.id, frame, picture)
  const { scale, x, y } = zoom.view
  const percent = formatNumber(scale, { style: 'percent' })
  const swipe = useSwipe(zoom.isFitted, { onLeft: onNext, onRight: onPrevious, onDown: onClose })
  const isZoomed = !shown.isVideo && !isLost
  const kind = t(shown.isVideo ? 'tickets:kind.video' : 'tickets:kind.image')
  const title = shown.name || kind
  const save = () => void saveFile(shown.url ?? '', shown.name || `${kind} ${formatWhen(shown.createdAt)}`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside, on their way up
    <div
      tabIndex={-1}
      data-viewer
      className="flex h-full flex-col outline-none"
      onKeyDown={event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        // In a video the arrows wind it.
        if (event.target instanceof HTMLVideoElement) return
        if (isZoomed && zoom.onKey(event.key)) event.preventDefault()
        else if (event.key === 'ArrowLeft') onPrevious?.()
        else if (event.key === 'ArrowRight') onNext?.()
      }}
    >
      <div className="relative z-10 flex items-center gap-2 bg-raised px-3 py-2">
        <Primitive.Title className="min-w-0 flex-1 truncate font-medium">
          {title}
          <span className="ml-2 font-normal text-ink-2 text-sm">
            {[shown.from, formatWhen(shown.createdAt), place].filter(Boolean).join(' · ')}
          </span>
        </Primitive.Title>
        <IconButton
          label={t('tickets:message.download')}
          icon={<Download size={20} />}
          tooltipSide="bottom"
          onClick={save}
        />
        <Primitive.Close asChild>
          <IconButton label={t('common:action.close')} icon={<X size={20} />} tooltipSide="bottom" />
        </Primitive.Close>
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        {shown.isVideo && !isLost ? (
          <div className="flex h-full items-center justify-center p-4">
            {/* biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions */}
            <video
              key={shown.id}
              src={shown.url ?? undefined}
              aria-label={shown.text || title}
              onError={noteLost}
              controls
              preload="metadata"
              className="max-h-full max-w-full"
            />
          </div>
        ) : (
          <div
            ref={frame}
            {...(isLost ? swipe.handlers : handlers(zoom.handlers, swipe.handlers))}
            className={cn(
              'flex h-full touch-none select-none items-center justify-center p-4',
              isLost || (zoom.isFitted ? 'cursor-zoom-in' : zoom.dragging ? 'cursor-grabbing' : 'cursor-grab'),
            )}
          >
            {isLost ? (
              <div className="h-40 w-80 max-w-full overflow-hidden rounded-lg">
                <LostFile src={shown.url ?? ''} kind={shown.isVideo ? 'video' : 'image'} name={shown.name ?? ''} />
              </div>
            ) : (
              <img
                ref={picture}
                src={shown.url ?? undefined}
                alt={shown.text || kind}
                onError={noteLost}
                draggable={false}
                className="max-h-full max-w-full object-contain"
                style={{ transform: `translate(${x + swipe.x}px, ${y}px) scale(${scale})` }}
              />
            )}
          </div>
        )}
        {(onPrevious || onNext) && (
          <>
            <IconButton
              label={t('viewer.previous')}
              icon={<ChevronLeft size={20} />}
              disabledReason={onPrevious ? undefined : t('viewer.first')}
              tooltipSide="right"
              onClick={onPrevious}
              className={cn(floating, 'left-3 top-1/2 -translate-y-1/2', isSeeking && 'animate-pulse')}
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
        {isZoomed && (
          <>
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
          </>
        )}
        <p aria-live="polite" className="sr-only">
          {isSeeking ? t('viewer.seeking') : place && `${kind} ${place}`}
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

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onDoubleClick'
>

/** Returns handlers that call both. */
const handlers = (zoom: Handlers, swipe: Handlers): Handlers => ({
  ...zoom,
  onPointerDown(event: PointerEvent<HTMLElement>) {
    zoom.onPointerDown?.(event)
    swipe.onPointerDown?.(event)
  },
  onPointerMove(event: PointerEvent<HTMLElement>) {
    zoom.onPointerMove?.(event)
    swipe.onPointerMove?.(event)
  },
  onPointerUp(event: PointerEvent<HTMLElement>) {
    zoom.onPointerUp?.(event)
    swipe.onPointerUp?.(event)
  },
  onPointerCancel(event: PointerEvent<HTMLElement>) {
    zoom.onPointerCancel?.(event)
    swipe.onPointerCancel?.(event)
  },
})
