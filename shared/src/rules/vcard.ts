/**
 * Reads contact cards of vCard 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350) as phones and address books
 * write them: folded lines, quoted-printable with soft line breaks, other charsets, grouped
 * properties. Unreadable parts are left out; the rest of the card stays.
 */
import { hasMask } from './has-mask.ts'

export type CardNumber = {
  /** Number to dial: WhatsApp's account (`waid`) if the card names it, else the printed digits. */
  number: string
  /** Kinds in lower case, and the label of the group: `cell`, `work`, `Recepção`. */
  types: string[]
  /** True if the number is that of a WhatsApp account. */
  isWhatsapp: boolean
}

export type Card = { name: string; organization: string; numbers: CardNumber[] }

type Line = { group: string; name: string; parameters: [name: string, value: string][]; value: string }

/** Minimum digits of a number that can be called from elsewhere. */
const MIN_DIGITS = 8
/** Types that mean nothing to a person. */
const SILENT = new Set(['voice', 'pref', 'internet', 'msg', 'quoted-printable', 'base64', '8bit', '7bit', 'b'])

/** Reads one card. */
export function readCard(text: string): Card {
  const lines = linesOf(text)
  const all = (name: string) => lines.filter(line => line.name === name)
  const first = (name: string) => all(name).map(plain).find(Boolean) ?? ''
  const structured = all('N')[0]
  const [family = '', given = '', middle = ''] = structured ? partsOf(structured) : []
  const organization = (all('ORG')[0] ? partsOf(all('ORG')[0]!) : []).filter(Boolean).join(', ')
  const numbers = new Map<string, CardNumber>()
  for (const line of all('TEL')) {
    const found = numberOf(line, lines)
    const known = found && numbers.get(found.number)
    if (found && (!known || (!known.isWhatsapp && found.isWhatsapp))) numbers.set(found.number, found)
  }
  const name = first('FN') || [given, middle, family].filter(Boolean).join(' ') || first('NICKNAME') || organization
  return { name, organization: organization === name ? '' : organization, numbers: [...numbers.values()] }
}

function numberOf(line: Line, lines: readonly Line[]): CardNumber | undefined {
  const waid = parameter(line, 'WAID')?.replace(/\D/g, '')
  // A masked number is shown as it is: it cannot be dialled.
  if (hasMask(line.value)) return { number: plain(line), types: [], isWhatsapp: false }
  const digits = plain(line).replace(/^tel:/i, '').replace(/;.*$/s, '').replace(/\D/g, '')
  const number = waid || digits
  if (number.length < MIN_DIGITS) return undefined
  const label = lines.find(each => each.name === 'X-ABLABEL' && line.group !== '' && each.group === line.group)
  // vCard 2.1 writes types without `TYPE=`; Apple wraps its own labels in `_$!<…>!$_`.
  const types = line.parameters
    .flatMap(([name, value]) => (name === 'TYPE' ? value.split(',') : []))
    .map(type => type.trim().toLowerCase())
    .filter(type => type !== '' && !SILENT.has(type))
  const named = label
    ? plain(label)
        .replace(/^_\$!<(.*)>!\$_$/, '$1')
        .trim()
    : ''
  return { number, types: [...new Set([...types, ...(named ? [named] : [])])], isWhatsapp: Boolean(waid) }
}

const parameter = (line: Line, name: string): string | undefined => line.parameters.find(each => each[0] === name)?.[1]

/** Returns the lines of a card, each unfolded, with soft line breaks of quoted-printable joined. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  const raw = text.split(/\r\n|\r|\n/)
  for (let i = 0; i < raw.length; i++) {
    let line = raw[i]!
    const isQuoted = /^[^:]*quoted-printable[^:]*:/i.test(line)
    while (isQuoted && line.endsWith('=') && i + 1 < raw.length)
      line = line.slice(0, -1) + raw[++i]!.replace(/^[ \t]/, '')
    while (!isQuoted && /^[ \t]/.test(raw[i + 1] ?? '')) line += raw[++i]!.slice(1)
    const read = readLine(line)
    if (read) lines.push(read)
  }
  return lines
}

function readLine(line: string): Line | undefined {
  const head = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line)
  if (!head) return undefined
  const [, group = '', name = '', given = '', value = ''] = head
  const parameters = (given.match(/;(?:"[^"]*"|[^;"])*/g) ?? []).map((each): [string, string] => {
    const [, key = '', text = ''] = /^;\s*(?:([\w-]+)\s*=)?(.*)$/s.exec(each) ?? []
    const bare = text.trim().replace(/^"(.*)"$/s, '$1')
    return [key ? key.toUpperCase() : 'TYPE', bare]
  })
  const read: Line = { group: group.toLowerCase(), name: name.toUpperCase(), parameters, value }
  return { ...read, value: decoded(read) }
}

/** Returns the value of a line as text: quoted-printable and its charset decoded. */
function decoded(line: Line): string {
  const isQuoted = line.parameters.some(([, value]) => value.toLowerCase() === 'quoted-printable')
  if (!isQuoted) return line.value
  const bytes: number[] = []
  for (const part of line.value.match(/=[0-9a-f]{2}|./gisu) ?? []) {
    if (/^=[0-9a-f]{2}$/i.test(part)) bytes.push(Number.parseInt(part.slice(1), 16))
    else bytes.push(...new TextEncoder().encode(part))
  }
  return decodeBytes(Uint8Array.from(bytes), parameter(line, 'CHARSET'))
}

/**
 * Decodes bytes. Old phones name no charset, or a wrong one: bytes that are no UTF-8 are read as
 * windows-1252.
 */
function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  for (const label of [charset?.trim() || 'utf-8', 'utf-8']) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // The charset is unknown, or the bytes do not fit it.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Returns a value with its escapes resolved. */
const plain = ({ value }: Line): string => unescaped(value).trim()

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;:\\])/g, (_, sign) => (/n/i.test(sign) ? ' ' : sign))

/** Returns the fields of a structured value, which semicolons separate. */
const partsOf = ({ value }: Line): string[] =>
  (value.match(/(?:\\.|[^;\\])*(?:;|$)/gs) ?? []).map(part => unescaped(part.replace(/;$/, '')).trim())
