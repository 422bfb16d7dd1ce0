import { productOf } from './catalogues.ts'
import { MEDIA_KINDS } from './check-message.ts'
import type { CloudMessage, CloudState } from './cloud-state.ts'

type Choice = {
  kind: 'reply' | 'row' | 'quick_reply' | 'link' | 'copy_code'
  id: string
  title: string
  description: string | null
  url: string | null
  code: string | null
}

type Loose = { [key: string]: Loose | undefined } & { [Symbol.iterator]?: never }

/** Reads a field of Meta's JSON; undefined where it is not there. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, key) => (found as Loose | null | undefined)?.[key], value)
const textAt = (value: unknown, ...path: string[]): string | null => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : null
}
const listAt = (value: unknown, ...path: string[]): unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

const choice = (kind: Choice['kind'], given: Partial<Choice> & Pick<Choice, 'title'>): Choice => ({
  ...{ kind, id: given.title, description: null, url: null, code: null },
  ...given,
})

const TEMPLATE_KINDS: Readonly<Record<string, Choice['kind']>> = { QUICK_REPLY: 'quick_reply', COPY_CODE: 'copy_code' }

/** Returns what a person can press or choose in a message. */
export function choicesOf({ content, rendered }: CloudMessage): Choice[] {
  if (rendered)
    return rendered.buttons.map(({ type, text, payload, url, code }) =>
      choice(TEMPLATE_KINDS[type] ?? 'link', { id: payload ?? text, title: text, url, code }),
    )
  const replies = listAt(content, 'action', 'buttons').map(button =>
    choice('reply', { id: textAt(button, 'reply', 'id') ?? '', title: textAt(button, 'reply', 'title') ?? '' }),
  )
  const rows = listAt(content, 'action', 'sections').flatMap(section =>
    listAt(section, 'rows').map(row =>
      choice('row', {
        id: textAt(row, 'id') ?? '',
        title: textAt(row, 'title') ?? '',
        description: textAt(row, 'description'),
      }),
    ),
  )
  const link = textAt(content, 'action', 'parameters', 'display_text')
  return [
    ...replies,
    ...rows,
    ...(link ? [choice('link', { title: link, url: textAt(content, 'action', 'parameters', 'url') })] : []),
  ]
}

function textOf({ type, content, rendered }: CloudMessage): string {
  if (rendered) return rendered.body
  const paths: readonly (readonly string[])[] =
    type === 'interactive'
      ? [
          ['body', 'text'],
          ['button_reply', 'title'],
          ['list_reply', 'title'],
          ['nfm_reply', 'body'],
        ]
      : [['body'], ['caption'], ['text'], ['message', 'text', 'body'], ['name']]
  return paths.map(path => textAt(content, ...path)).find(found => found !== null) ?? ''
}

function mediaOf(message: CloudMessage, state: CloudState) {
  const { type, content, rendered, id } = message
  const media = state.media.get(mediaIdOf(message) ?? '')
  if (!media) return null
  const isMedia = MEDIA_KINDS.some(kind => kind === type)
  return {
    type: isMedia ? type : (rendered?.header?.format.toLowerCase() ?? textAt(content, 'header', 'type') ?? 'document'),
    mimetype: media.mimetype,
    fileName: textAt(content, 'filename') ?? media.fileName,
    size: media.size,
    isVoice: at(content, 'voice') === true && isOggOpus(state.files.get(media.id)),
    url: `/sim/cloud/media/${encodeURIComponent(id)}`,
  }
}

/**
 * A phone shows a voice message only of Opus in Ogg (Meta's *Audio
 * messages*); other sound is a file.
 */
const isOggOpus = (bytes: Buffer | undefined): boolean =>
  bytes?.subarray(0, 4).toString('latin1') === 'OggS' && bytes.subarray(0, 64).includes('OpusHead')

/** Returns a message as a person sees it, with its status. */
export function describeMessage(message: CloudMessage, state: CloudState) {
  const { id, fromCustomer, byApp, type, content, rendered, quotedId, at: sentAt, status, error } = message
  const list = type === 'interactive' ? textAt(content, 'action', 'button') : null
  return {
    id,
    with: message.waId,
    fromCustomer,
    byApp,
    type,
    text: textOf(message),
    header: rendered ? (rendered.header?.text ?? null) : textAt(content, 'header', 'text'),
    footer: rendered ? rendered.footer : textAt(content, 'footer', 'text'),
    media: mediaOf(message, state),
    choices: choicesOf(message),
    /** Label of the button that opens the list; null without one. */
    listButton: list,
    /** Product that a card shows; null without one. */
    product: productOf(content, state.numbers.get(message.numberId)?.accountId, state),
    template: rendered ? { name: rendered.name, language: rendered.language } : null,
    quotedId,
    referral: message.referral,
    at: new Date(sentAt).toISOString(),
    status,
    error,
    reactions: message.reactions,
    edited: message.edited,
    deleted: message.deleted,
    callbackData: message.callbackData,
    pricing: message.category && { category: message.category, type: message.charge },
    content,
  }
}
export type DescribedMessage = ReturnType<typeof describeMessage>

/** Returns the id of the file that a message shows; undefined without one. */
export function mediaIdOf({ type, content, rendered }: CloudMessage): string | undefined {
  const header = type === 'interactive' ? textAt(content, 'header', 'type') : null
  const found =
    rendered?.header?.mediaId ??
    textAt(content, 'simulatedId') ??
    (MEDIA_KINDS.some(kind => kind === type) ? textAt(content, 'id') : null) ??
    (header ? textAt(content, 'header', header, 'id') : null)
  return found ?? undefined
}
