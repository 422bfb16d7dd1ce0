import type { Message } from '@balcao/shared/entities/message.ts'
import { Paperclip } from 'lucide-react'
import { MessageButtons } from '#/components/message-buttons.tsx'

interface MessageExtrasProps {
  message: Pick<Message, 'template' | 'choices' | 'isDeleted'>
  /** True for what stands above the message's text. */
  above?: boolean
}

/** Shows what stands above or below the text of a template's message, or of choices. */
export function MessageExtras({ message, above = false }: MessageExtrasProps) {
  if (message.isDeleted) return null
  return above ? <Header message={message} /> : <Below message={message} />
}

type PartProps = Pick<MessageExtrasProps, 'message'>

/** Shows the header of a template's message: a text, or the address of its file. */
function Header({ message: { template } }: PartProps) {
  const header = template?.header
  if (!header) return null
  if (!/^https:\/\//.test(header)) return <p className="wrap-anywhere font-semibold">{header}</p>
  return (
    <a
      href={header}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="mb-1 flex items-center gap-2 rounded-md bg-active px-2 py-1.5 text-accent-ink text-sm"
    >
      <Paperclip aria-hidden size={14} className="icon shrink-0" />
      <span className="min-w-0 truncate">{fileNameOf(header)}</span>
    </a>
  )
}

function fileNameOf(address: string): string {
  const { pathname, host } = new URL(address)
  return pathname.split('/').pop() || host
}

/** Shows what stands below a message's text: a template's footer and buttons, or choices. */
function Below({ message: { template, choices } }: PartProps) {
  const buttons = template?.buttons ?? []
  const footer = template?.footer
  if (!choices && !footer && buttons.length === 0) return null
  return (
    <div className="-mx-3 -mb-1.5">
      {footer && <p className="wrap-anywhere px-3 pb-1.5 text-ink-2 text-xs">{footer}</p>}
      <MessageButtons buttons={buttons} />
      {choices?.style === 'button' && (
        <MessageButtons buttons={choices.items.map(({ title }) => ({ type: 'QUICK_REPLY', text: title }))} />
      )}
      {choices?.style === 'list' && (
        <>
          <MessageButtons buttons={[{ type: 'LIST', text: choices.button }]} />
          <ul className="border-line border-t px-3 py-1.5 text-sm">
            {choices.items.map(({ id, title, description }) => (
              <li key={id} className="wrap-anywhere py-0.5">
                <bdi>{title}</bdi>
                {description && <bdi className="block text-ink-2 text-xs">{description}</bdi>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
