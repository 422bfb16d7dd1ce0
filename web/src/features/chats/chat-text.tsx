import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#/components/message-text.tsx'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Pattern of a ticket's protocol as people quote it: its day and the end of its id,
 * `#20261120-9F3A1C`.
 */
const MENTION = /#(\d{8}-[0-9a-f]{6})(?![\w-])/gi

/** Shows a message's text; a protocol in it links to its ticket. */
export function ChatText({ text }: { text: string }) {
  const parts = text.split(MENTION)
  if (parts.length === 1) return <MessageText text={text} />
  return (
    <p>
      {parts.map((part, i) => {
        // A text's parts never change their order: the position is the identity.
        const key = `${i}-${part}`
        return i % 2 === 1 ? <Mention key={key} protocol={part} /> : part && <MessageText key={key} text={part} />
      })}
    </p>
  )
}

const KNOWN_MS = 10 * 60_000

/** Shows a protocol as a link; as text when it belongs to no ticket this user sees. */
function Mention({ protocol }: { protocol: string }) {
  const { t } = useTranslation('chats')
  const { data } = useQuery({
    ...apiQuery(tickets.list, { query: { searchParam: protocol.toLowerCase(), limit: '5' } }),
    staleTime: KNOWN_MS,
    refetchOnWindowFocus: false,
    select: found => found.tickets.find(({ id }) => id.endsWith(protocol.slice(-6).toLowerCase())),
  })
  if (!data) return <bdi>#{protocol}</bdi>
  return (
    <Link
      to="/tickets/$uuid"
      params={{ uuid: data.uuid }}
      title={t('mention', { name: data.contact.name })}
      className="tabular text-accent-ink underline underline-offset-2"
    >
      #{protocol}
    </Link>
  )
}
