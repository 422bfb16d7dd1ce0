import { checkProductCard } from './catalogues.ts'
import { CloudError } from './errors.ts'
import { type Fields, fieldsOf, listOf, optionalTextOf, requireUnique, textOf } from './read-param.ts'

/** Media that a message points at. */
export type MediaRef = { kind: MediaKind; id: string | undefined; link: string | undefined }
export type MediaKind = 'image' | 'audio' | 'video' | 'document' | 'sticker'

export const MEDIA_KINDS = ['image', 'audio', 'video', 'document', 'sticker'] as const

const MEDIA_KEYS: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['id', 'link', 'caption'],
  audio: ['id', 'link', 'voice'],
  video: ['id', 'link', 'caption'],
  document: ['id', 'link', 'caption', 'filename'],
  sticker: ['id', 'link'],
}

/** Returns the media of a parameter. Throws unless it has an id or a link. */
export function mediaOf(value: unknown, kind: MediaKind): MediaRef {
  const fields = fieldsOf(value, kind, MEDIA_KEYS[kind])
  const { id, link } = fields
  if ((id === undefined) === (link === undefined))
    throw new CloudError(100, `Param ${kind} must have either id or link`)
  optionalTextOf(fields.caption, `${kind}['caption']`, 1024)
  optionalTextOf(fields.filename, `${kind}['filename']`, 240)
  if (id !== undefined) return { kind, id: textOf(id, `${kind}['id']`, 100), link: undefined }
  const address = textOf(link, `${kind}['link']`, 2048)
  if (!/^https?:\/\//.test(address)) throw new CloudError(100, `Param ${kind}['link'] is not a valid URI.`)
  return { kind, id: undefined, link: address }
}

type Check = (content: unknown) => MediaRef[]

const CHECKS: Readonly<Record<string, Check>> = {
  text(content) {
    const { body } = fieldsOf(content, 'text', ['body', 'preview_url'])
    textOf(body, "text['body']", 4096, 100)
    return []
  },
  location(content) {
    const fields = fieldsOf(content, 'location', ['latitude', 'longitude', 'name', 'address'])
    for (const name of ['latitude', 'longitude'])
      if (!Number.isFinite(Number(fields[name] ?? Number.NaN)))
        throw new CloudError(131008, `location['${name}'] is missing`)
    return []
  },
  contacts(content) {
    for (const each of listOf(content, 'contacts', 257)) {
      const name = fieldsOf(fieldsOf(each, 'contacts').name, "contacts['name']")
      textOf(name.formatted_name, "contacts['name']['formatted_name']", 1000)
    }
    return []
  },
  reaction(content) {
    const { message_id, emoji } = fieldsOf(content, 'reaction', ['message_id', 'emoji'])
    textOf(message_id, "reaction['message_id']", 200)
    if (typeof emoji !== 'string' || emoji.length > 30) throw new CloudError(131009, "reaction['emoji'] is not valid")
    return []
  },
  interactive: checkInteractive,
  ...Object.fromEntries(MEDIA_KINDS.map(kind => [kind, (content: unknown) => [mediaOf(content, kind)]])),
}

/** Checks the content of a message that is no template; returns the media that it points at. */
export function checkContent(type: string, content: unknown): MediaRef[] {
  const check = CHECKS[type]
  if (!check) throw new CloudError(131051, `Message type ${type} is not supported`)
  return check(content)
}

function checkInteractive(content: unknown): MediaRef[] {
  const fields = fieldsOf(content, 'interactive', ['type', 'header', 'body', 'footer', 'action'])
  if (fields.type === 'product') {
    checkProductCard(fields)
    return []
  }
  const action = fieldsOf(fields.action, "interactive['action']")
  const header = fields.header === undefined ? undefined : fieldsOf(fields.header, "interactive['header']")
  const isList = fields.type === 'list'
  textOf(fieldsOf(fields.body, "interactive['body']").text, "interactive['body']['text']", isList ? 4096 : 1024)
  if (fields.footer !== undefined)
    textOf(fieldsOf(fields.footer, "interactive['footer']").text, "interactive['footer']['text']", 60)
  if (fields.type === 'button') checkButtons(action)
  else if (isList) checkList(action)
  else if (fields.type === 'cta_url') {
    const parameters = fieldsOf(action.parameters, "action['parameters']")
    textOf(parameters.display_text, 'display_text', 20)
    textOf(parameters.url, 'url', 2000)
  } else if (fields.type !== 'location_request_message')
    throw new CloudError(131009, `Interactive type ${String(fields.type)} is not covered by the simulator`)
  if (!header) return []
  if (header.type === 'text') {
    textOf(header.text, "interactive['header']['text']", 60)
    return []
  }
  const kind = MEDIA_KINDS.find(each => each === header.type)
  if (isList || !kind || kind === 'audio' || kind === 'sticker')
    throw new CloudError(131009, `Header type ${String(header.type)} is not allowed`)
  return [mediaOf(header[kind], kind)]
}

function checkButtons(action: Fields): void {
  const replies = listOf(action.buttons, "action['buttons']", 3).map(each => {
    const button = fieldsOf(each, "action['buttons']")
    if (button.type !== 'reply') throw new CloudError(131009, `Button type ${String(button.type)} is not allowed`)
    const { id, title } = fieldsOf(button.reply, "button['reply']")
    return { id: textOf(id, "button['reply']['id']", 256), title: textOf(title, "button['reply']['title']", 20) }
  })
  requireUnique(
    replies.map(({ id }) => id),
    'button id',
  )
  requireUnique(
    replies.map(({ title }) => title),
    'button title',
  )
}

function checkList(action: Fields): void {
  textOf(action.button, "action['button']", 20)
  const sections = listOf(action.sections, "action['sections']", 10).map(each => fieldsOf(each, "action['sections']"))
  const ids = sections.flatMap(section => {
    if (sections.length > 1) textOf(section.title, "section['title']", 24)
    else optionalTextOf(section.title, "section['title']", 24)
    return listOf(section.rows, "section['rows']", 10).map(each => {
      const row = fieldsOf(each, "section['rows']")
      textOf(row.title, "row['title']", 24)
      optionalTextOf(row.description, "row['description']", 72)
      return textOf(row.id, "row['id']", 200)
    })
  })
  if (ids.length > 10) throw new CloudError(131009, `Total row count exceed max allowed count: 10, got ${ids.length}`)
  requireUnique(ids, 'row id')
}
