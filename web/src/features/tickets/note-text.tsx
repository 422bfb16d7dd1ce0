import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { namedIn } from './named-in.ts'

/** Shows a note's text, the names of those whom it mentions in the colour of a link. */
export function NoteText({ text, mentions = [] }: { text: string; mentions?: TicketNote['mentions'] }) {
  let begin = 0
  return (
    <bdi>
      {namedIn(text, mentions).flatMap(({ at, end }) => {
        const before = text.slice(begin, at)
        begin = end
        return [
          before,
          <span key={at} className="font-medium text-accent-ink">
            {text.slice(at, end)}
          </span>,
        ]
      })}
      {text.slice(begin)}
    </bdi>
  )
}
