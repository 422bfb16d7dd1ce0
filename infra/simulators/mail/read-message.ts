/** Reads a message (RFC 5322) of text and HTML, as a mail program does. */

export type ReadMessage = { from: string; subject: string; messageId: string; text: string; html: string }

type Entity = { headers: Map<string, string>; body: string }

/** @param raw the message as it came, one byte a character */
export function readMessage(raw: string): ReadMessage {
  const message = split(raw)
  const parts = leaves(message)
  const textOf = (type: string) => parts.find(part => typeOf(part).startsWith(type))
  const header = (name: string) => decodeWords(message.headers.get(name) ?? '')
  return {
    from: header('from'),
    subject: header('subject'),
    messageId: message.headers.get('message-id') ?? '',
    text: contentOf(textOf('text/plain')),
    html: contentOf(textOf('text/html')),
  }
}

function split(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  // RFC 5322 §2.2.3: a line that begins with white space continues the one before.
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  const pairs = lines.map(line => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return { headers: new Map(pairs), body: end < 0 ? '' : raw.slice(end + 4) }
}

const typeOf = ({ headers }: Entity): string => headers.get('content-type')?.toLowerCase() ?? 'text/plain'

/** Returns the parts that are no containers. */
function leaves(entity: Entity): Entity[] {
  const boundary = /^multipart\/.*\bboundary="?([^";]+)/i.exec(entity.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [entity]
  const [, ...parts] = `\r\n${entity.body}`.split(`\r\n--${boundary}`)
  return parts.filter(part => !part.startsWith('--')).flatMap(part => leaves(split(part.replace(/^[ \t]*\r\n/, ''))))
}

function contentOf(entity: Entity | undefined): string {
  if (!entity) return ''
  const encoding = entity.headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(entity.body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(entity.body) : entity.body, 'latin1')
  return bytes.toString().replaceAll('\r\n', '\n')
}

/** Decodes quoted-printable (RFC 2045 §6.7). */
const unquote = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Decodes encoded words (RFC 2047) of UTF-8; white space between two of them is none. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      (/b/i.test(encoding)
        ? Buffer.from(word, 'base64')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
      ).toString(),
    )
