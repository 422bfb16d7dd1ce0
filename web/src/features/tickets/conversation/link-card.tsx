import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { LinkPreview, Message } from '@balcao/shared/entities/message.ts'
import { previewLink } from '@balcao/shared/rules/preview-link.ts'
import { Globe } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Picture } from '#/components/ui/picture.tsx'
import { cn } from '#/lib/cn.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'

/** Time that a preview has to arrive; then its space is given back, ms. */
const WAIT_MS = 15_000
/** Distance from the view at which a preview is asked for. */
const NEAR = '200px'

/** Ids of messages whose preview was asked for here and did not come. */
const without = new Set<string>()

/** Size of the card, the same in every state, so that nothing moves when the preview arrives. */
const FRAME = 'mb-1 flex h-20 w-80 max-w-full min-w-full overflow-hidden rounded-md border border-line bg-surface'

/**
 * Shows the preview of a message's first link. One that the server does not have yet is asked for
 * when the message comes near the view.
 */
export function LinkCard({ message }: { message: Message }) {
  const [answered, setAnswered] = useState<LinkPreview | null>(null)
  const [isGone, setGone] = useState(without.has(message.id))
  const isOn = useSetting('linkPreviews') === 'enabled'
  const preview = message.linkPreview ?? answered
  if (preview) return preview.title ? <Card preview={preview} /> : null
  if (isGone || !isOn || !previewLink(message.body)) return null
  // A message on its way keeps the space, so that nothing moves once it is sent.
  if (message.contactId === '') return <Waiting />
  return (
    <Awaited
      id={message.id}
      onAnswer={setAnswered}
      onGone={() => {
        without.add(message.id)
        setGone(true)
      }}
    />
  )
}

/** Keeps the card's space while its preview is fetched. */
function Awaited({
  id,
  onAnswer,
  onGone,
}: {
  id: string
  onAnswer: (preview: LinkPreview | null) => void
  onGone: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onAnswer, onGone })
  callbacks.current = { onAnswer, onGone }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = setTimeout(() => callbacks.current.onGone(), WAIT_MS)
      api(messages.previewLink, { params: { id } }).then(
        ({ linkPreview }) => callbacks.current.onAnswer(linkPreview),
        // Nobody waits for a preview: no toast tells that there is none.
        () => callbacks.current.onGone(),
      )
    }
    const observer = new IntersectionObserver(
      entries => {
        if (timer !== undefined || !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        ask()
      },
      { root: element.closest('[data-conversation-log]'), rootMargin: NEAR },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [id])
  return <Waiting frame={frame} />
}

function Waiting({ frame }: { frame?: Ref<HTMLDivElement> }) {
  return (
    <div ref={frame} data-link-card="waiting" aria-hidden className={FRAME}>
      <span className="size-20 shrink-0 animate-pulse bg-active" />
      <span className="flex flex-1 flex-col justify-center gap-2 px-2.5">
        <span className="h-3 w-4/5 animate-pulse rounded-sm bg-active" />
        <span className="h-3 w-2/5 animate-pulse rounded-sm bg-active" />
      </span>
    </div>
  )
}

function Card({ preview: { url, title, description, pictureUrl } }: { preview: LinkPreview }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-link-card="shown"
      className={cn(FRAME, 'text-ink hover:bg-hover')}
    >
      <span className="flex size-20 shrink-0 items-center justify-center border-line border-r bg-active text-ink-2">
        <Picture src={pictureUrl} className="size-full object-cover" instead={<Globe size={20} className="icon" />} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center px-2.5">
        <bdi className={cn('font-medium', description ? 'truncate' : 'line-clamp-2')}>{title}</bdi>
        {description && <bdi className="truncate text-ink-2 text-sm">{description}</bdi>}
        {/* The host of the address itself: a title may say anything. */}
        <span className="truncate text-ink-2 text-xs">{new URL(url).hostname.replace(/^www\./, '')}</span>
      </span>
    </a>
  )
}
