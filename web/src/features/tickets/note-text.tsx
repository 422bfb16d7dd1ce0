import type { TicketNote } from '@balcao/shared/entities/ticket.ts'

/** Shows a note's text, the names of those whom it mentions in the colour of a link. */
export function NoteText({ text, mentions = [] }: { text: string; mentions?: TicketNote['mentions'] }) {
  if (mentions.length === 0) return <bdi>{text}</bdi>
  // A longer name first: it may begin with a shorter one.
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: { at: number; text: string; isName: boolean }[] = []
  let begin = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = names.find(each => text.startsWith(each, at))
    if (!name || at < begin) continue
    parts.push({ at: begin, text: text.slice(begin, at), isName: false }, { at, text: name, isName: true })
    begin = at + name.length
  }
  return (
    <bdi>
      {[...parts, { at: begin, text: text.slice(begin), isName: false }].map(part =>
        part.isName ? (
          <span key={part.at} className="font-medium text-accent-ink">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  )
}
