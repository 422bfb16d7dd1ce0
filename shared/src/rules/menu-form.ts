/**
 * Forms of a menu: numbered text, or what WhatsApp's Cloud API offers ("Interactive reply buttons",
 * "Interactive lists"): up to three buttons, or a list of up to ten rows a page. Pure.
 */
import type { MessageChoices } from '../entities/message.ts'
import type { MenuForm } from '../entities/setting.ts'
import { cutText } from './cut-text.ts'
import { type MenuExit, menuText } from './queue-menu.ts'

const BUTTONS = 3
const ROWS = 10
/** Limits in UTF-16 units, which are at least as strict as Meta's. */
const BUTTON_TITLE = 20
const ROW_TITLE = 24
const ROW_DESCRIPTION = 72
const BUTTON_BODY = 1024
const LIST_BODY = 4096

/** Words of the bot, in the product's own language, as in the numbered menu. */
const PROMPT = 'Escolha uma opção:'
const OPEN_LIST = 'Ver opções'
const MORE = 'Mais opções…'
const EXITS: Readonly<Record<MenuExit, { answer: string; title: string }>> = {
  back: { answer: '0', title: 'Voltar' },
  main: { answer: '#', title: 'Menu principal' },
}

export type Menu = {
  /** Place of the menu: a choice of an earlier menu is none of this one. */
  place: string
  heading: string
  names: readonly string[]
  exits?: readonly MenuExit[]
}

/** A menu in its form: a text, with choices under it where they are buttons or a list. */
export type FormedMenu = { text: string; choices?: MessageChoices }

/** Choice before its title is cut. */
type Entry = { answer: string; name: string }

/**
 * Returns a menu in the wanted form, or in the next one that it fits: buttons, a list, numbered
 * text.
 * @param page page of a list, from 1
 */
export function formMenu(form: MenuForm, { place, heading, names, exits = [] }: Menu, page = 1): FormedMenu {
  const choices = names.map((name, at): Entry => ({ answer: String(at + 1), name }))
  const ways = exits.map((exit): Entry => ({ answer: EXITS[exit].answer, name: EXITS[exit].title }))
  const entries = [...choices, ...ways]
  const text = heading.trim() || PROMPT
  if (form === 'button' && entries.length <= BUTTONS && text.length <= BUTTON_BODY) {
    const items = entries.map(entry => itemOf(place, entry, BUTTON_TITLE))
    // Meta refuses two buttons with the same title.
    if (items.length > 0 && new Set(items.map(({ title }) => title)).size === items.length)
      return { text, choices: { style: 'button', button: '', items } }
  }
  if (form === 'text' || entries.length === 0 || text.length > LIST_BODY)
    return { text: menuText(heading, names, exits) }
  return { text, choices: { style: 'list', button: OPEN_LIST, items: rowsOf(place, choices, ways, page) } }
}

function rowsOf(place: string, choices: readonly Entry[], ways: readonly Entry[], page: number) {
  const rows = (entries: readonly Entry[]) => entries.map(entry => itemOf(place, entry, ROW_TITLE))
  if (choices.length + ways.length <= ROWS) return rows([...choices, ...ways])
  // Every page keeps room for the ways out and for "more", so that it never ends without them.
  const room = ROWS - ways.length - 1
  const from = (page - 1) * room
  const isLast = from + room >= choices.length
  const more = isLast ? [] : [{ answer: `more${page + 1}`, name: MORE }]
  return rows([...choices.slice(from, from + room), ...more, ...ways])
}

function itemOf(place: string, { answer, name }: Entry, limit: number): MessageChoices['items'][number] {
  const shown = name.replace(/\s+/g, ' ').trim()
  const title = cutText(shown, limit, '…')
  const id = `menu:${place}:${answer}`
  const isCut = limit === ROW_TITLE && title !== shown
  return isCut ? { id, title, description: cutText(shown, ROW_DESCRIPTION, '…') } : { id, title }
}

/**
 * Reads the id of a pressed button or chosen row: the number of the choice (0 is the way back), `#`
 * for the main menu, or another page of the list. Undefined for a choice of another menu.
 */
export function choiceOfMenu(id: string | undefined, place: string): number | '#' | { page: number } | undefined {
  const prefix = `menu:${place}:`
  if (!id?.startsWith(prefix)) return undefined
  const answer = id.slice(prefix.length)
  if (answer === '#') return '#'
  const [, page] = /^more(\d{1,2})$/.exec(answer) ?? []
  if (page) return { page: Number(page) }
  return /^\d{1,3}$/.test(answer) ? Number(answer) : undefined
}
