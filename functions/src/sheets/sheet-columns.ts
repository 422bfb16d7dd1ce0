import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { readNumber } from './phone-cell.ts'
import { type Cell, cellText } from './sheet.ts'

/** Column indexes of a sheet; null where it has none of a kind. */
export type Columns = {
  name: number | null
  number: number
  email: number | null
  /** Tags of the person, by commas. */
  tags: number | null
  /** Columns with the name of a custom field. */
  fields: readonly { at: number; field: CustomField }[]
}

/**
 * Names of columns in three languages, without accents and signs: of several that fit the earliest
 * here is taken, since a person with a WhatsApp number beside a telephone wants to write to the
 * former. `words` are enough within a longer heading ("Celular (WhatsApp)").
 */
const NAMES = {
  number: {
    whole: [
      ...['whatsapp', 'whats', 'wpp', 'zap', 'numerodowhatsapp', 'whatsappnumber', 'numerodewhatsapp'],
      ...['celular', 'mobile', 'movil', 'cel', 'mobilephone', 'cellphone', 'telefonecelular', 'telefonomovil'],
      ...['numero', 'number', 'telefone', 'phone', 'telefono', 'fone', 'tel', 'phonenumber', 'numerodetelefone'],
      ...['numerodetelefono', 'numerodecelular', 'contactnumber', 'phone1value'],
    ],
    words: ['whatsapp', 'celular', 'mobile', 'movil', 'telefone', 'phone', 'telefono', 'fone', 'cellphone'],
  },
  email: {
    whole: ['email', 'correo', 'mail', 'correoelectronico', 'emailaddress', 'enderecodeemail', 'email1value'],
    words: ['email', 'correo', 'mail'],
  },
  name: {
    whole: [
      ...['nome', 'name', 'nombre', 'nomecompleto', 'fullname', 'nombrecompleto', 'displayname'],
      ...['nomedocontato', 'contactname', 'nombredelcontacto', 'nomedocliente', 'customername', 'nombredelcliente'],
      ...['contato', 'contact', 'contacto', 'cliente', 'customer', 'client'],
    ],
    words: ['nome', 'name', 'nombre'],
  },
  tags: { whole: ['tags', 'tag', 'etiquetas', 'etiqueta'], words: [] },
} as const

const wordsOf = (heading: Cell): string[] =>
  normalizeName(cellText(String(heading ?? '')))
    .replace(/e-mail/g, 'email')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')

/**
 * Returns the column of a kind among headings; null where there is none. A heading that is the name
 * of a custom field counts only if it is one of `NAMES` as a whole.
 */
function find(
  headings: readonly string[][],
  kind: keyof typeof NAMES,
  taken: readonly number[],
  named: ReadonlySet<number>,
): number | null {
  const { whole, words } = NAMES[kind]
  const free = headings.map((heading, at) => ({ heading, at })).filter(({ at }) => !taken.includes(at))
  for (const name of whole) {
    const found = free.find(({ heading }) => heading.join('') === name || heading.join('').replace(/\d+$/, '') === name)
    if (found) return found.at
  }
  for (const word of words) {
    const found = free.find(({ heading, at }) => heading.includes(word) && !named.has(at))
    if (found) return found.at
  }
  return null
}

/** Returns the columns that the first row names; undefined when it names none of numbers. */
export function namedColumns(cells: readonly Cell[], fields: readonly CustomField[] = []): Columns | undefined {
  const headings = cells.map(wordsOf)
  const names = cells.map(cell => normalizeName(cellText(String(cell ?? ''))))
  const ofFields = fields.flatMap(field => {
    const at = names.indexOf(normalizeName(field.name))
    return at === -1 ? [] : [{ at, field }]
  })
  const named = new Set(ofFields.map(({ at }) => at))
  const number = find(headings, 'number', [], named)
  if (number === null) return undefined
  const email = find(headings, 'email', [number], named)
  const name = find(headings, 'name', email === null ? [number] : [number, email], named)
  const others = [number, email, name].flatMap(at => at ?? [])
  const free = ofFields.filter(({ at }) => !others.includes(at))
  // A custom field of this name comes first.
  const tags = find(headings, 'tags', [...others, ...free.map(({ at }) => at)], named)
  return { number, email, name, tags, fields: free }
}

/**
 * Returns the columns of a sheet whose first row is a person already: one cell is a phone number,
 * beside it there is at most a name and an e-mail address. Undefined where it is not that simple.
 */
export function plainColumns(cells: readonly Cell[]): Columns | undefined {
  const filled = cells.flatMap((cell, at) => (cell === null || cellText(String(cell)) === '' ? [] : [{ cell, at }]))
  const numbers = filled.filter(({ cell }) => 'number' in readNumber(cell))
  const emails = filled.filter(({ cell }) => String(cell).includes('@'))
  const names = filled.filter(
    ({ cell, at }) => typeof cell === 'string' && /\p{L}/u.test(cell) && !emails.some(email => email.at === at),
  )
  if (numbers.length !== 1 || emails.length > 1 || names.length > 1) return undefined
  if (numbers.length + emails.length + names.length !== filled.length) return undefined
  return { number: numbers[0]!.at, email: emails[0]?.at ?? null, name: names[0]?.at ?? null, tags: null, fields: [] }
}
