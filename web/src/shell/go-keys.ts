import type { ScreenPath } from './screens.ts'

/** Letter that, pressed after `g`, opens a screen; screens that are seldom opened have none. */
export const GO_KEYS: Partial<Record<ScreenPath, string>> = {
  '/': 'd',
  '/tickets': 'a',
  '/contacts': 'c',
  '/kanban': 'k',
  '/schedules': 's',
  '/quick-messages': 'r',
  '/tags': 't',
  '/chats': 'i',
  '/todolist': 'l',
  '/helps': 'h',
  '/budgets': 'p',
  '/customers': 'e',
  '/products': 'o',
  '/campaigns': 'm',
  '/contact-lists': 'n',
  '/reports': 'x',
  '/connections': 'w',
  '/queues': 'f',
  '/users': 'u',
  '/settings': 'g',
}
