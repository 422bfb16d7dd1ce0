/** Variables of other systems' texts, which stand in double braces there too, as the product's. */
import { cutText } from '../cut-text.ts'
import type { Variable } from '../variable-names.ts'
import type { ChangeNote } from './values.ts'

/** Variables by their names in Whaticket's family, in lower case; forks spell some differently. */
const WHATICKET: Readonly<Record<string, Variable>> = {
  name: 'name',
  nome: 'name',
  firstname: 'firstName',
  greeting: 'greeting',
  gretting: 'greeting',
  saudacao: 'greeting',
  ms: 'greeting',
  protocol: 'protocol',
  protocolo: 'protocol',
  date: 'date',
  data: 'date',
  hour: 'hour',
  hora: 'hour',
  time: 'hour',
  queue: 'queue',
  fila: 'queue',
  user: 'user',
  usuario: 'user',
  username: 'user',
}

/** Variables by their names in Chatwoot. */
const CHATWOOT: Readonly<Record<string, Variable>> = {
  'contact.name': 'name',
  'contact.first_name': 'firstName',
  'agent.name': 'user',
  'agent.first_name': 'user',
  'agent.available_name': 'user',
}

/** A name in two or three braces, in Liquid also with filters behind it. */
const VARIABLE = /\{\{\{?\s*&?\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*(?:\|[^{}]*)?\}?\}\}/gu

/**
 * Returns a text with the variables that the product has under its own names, and notes the others,
 * which stay as they are written: a customer would read them.
 */
function translated(text: string, ownName: (name: string) => string | undefined, changes: ChangeNote[]): string {
  const unknown = new Set<string>()
  const own = text.replace(VARIABLE, (written, name: string) => {
    const known = ownName(name.toLowerCase())
    if (known === undefined) unknown.add(name)
    return known === undefined ? written : `{{${known}}}`
  })
  if (unknown.size > 0) changes.push({ reason: 'variableUnknown', detail: cutText([...unknown].join(', '), 200) })
  return own
}

/** Translates a text of Ticketz or Whaticket. */
export const whaticketText = (text: string, changes: ChangeNote[]): string =>
  translated(text, name => (Object.hasOwn(WHATICKET, name) ? WHATICKET[name] : undefined), changes)

/**
 * Translates a text of Chatwoot.
 * @param fieldOf variable of an attribute of conversations by its key, if it has a field here
 */
export const chatwootText = (
  text: string,
  fieldOf: (key: string) => string | undefined,
  changes: ChangeNote[],
): string =>
  translated(
    text,
    name => {
      const key = /^conversation\.custom_attribute\.(.+)$/.exec(name)?.[1]
      return key === undefined ? (Object.hasOwn(CHATWOOT, name) ? CHATWOOT[name] : undefined) : fieldOf(key)
    },
    changes,
  )
