import type { Message } from '@balcao/shared/entities/message.ts'
import { Paperclip } from 'lucide-react'
import { MessageButtons } from '#/components/message-buttons.tsx'
import { MessageText } from '#/components/message-text.tsx'

/**
 * Shows the text of a template's message, or of choices, between what stands above and below it.
 */
export function ButtonedMessage({ message }: { message: Pick<Message, 'body' | 'template' | 'choices'> }) {
  const { body, template, choices } = message
  return (
    <div className="min-w-0">
      {template?.header && <Header header={template.header} />}
      {body && <MessageText text={body} />}
      {template?.footer && <p className="wrap-anywhere text-ink-2 text-xs">{template.footer}</p>}
      <div className="mt-1 mb-1 w-72 max-w-full overflow-hidden rounded-md bg-surface/70 [&>ul:first-child]:border-t-0">
        <MessageButtons buttons={template?.buttons ?? []} />
        {choices?.style === 'button' && (
          <MessageButtons buttons={choices.items.map(({ title }) => ({ type: 'QUICK_REPLY', text: title }))} />
        )}
        {choices?.style === 'list' && <Rows choices={choices} />}
      </div>
    </div>
  )
}

/** Shows a template's header: a text, or the address of its file. */
function Header({ header }: { header: string }) {
  if (!/^https:\/\//.test(header) || !URL.canParse(header))
    return <p className="wrap-anywhere font-semibold">{header}</p>
  const { pathname, host } = new URL(header)
  return (
    <a
      href={header}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="mb-1 flex items-center gap-2 rounded-md bg-surface/70 px-2 py-1.5 text-accent-ink text-sm"
    >
      <Paperclip aria-hidden size={14} className="icon shrink-0" />
      <span className="min-w-0 truncate">{pathname.split('/').pop() || host}</span>
    </a>
  )
}

function Rows({ choices }: { choices: NonNullable<Message['choices']> }) {
  return (
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
  )
}
