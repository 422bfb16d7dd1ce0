import { SCREENS, type ScreenPath } from '../../src/shell/screens.ts'
import { at, type State } from './state.ts'

/** Screens that only the installation's operator opens. */
const OPERATOR = ['/allConnections', '/announcements', '/server', '/companys']
/** Addresses whose picture has another name. */
const NAMES: Partial<Record<ScreenPath, string>> = { '/': 'dashboard', '/budgets': 'orders', '/chats': 'internal-chat' }

/** Every screen, as who works there sees it. */
export const screens: State[] = [
  ...Object.keys(SCREENS).map(
    (path): State => ({
      name: NAMES[path as ScreenPath] ?? path.slice(1),
      who: OPERATOR.includes(path) ? 'operator' : path === '/chats' ? 'ana' : 'admin',
      open: page => at(page, path),
    }),
  ),
  ...['login', 'signup', 'forgetpsw'].map(
    (path): State => ({ name: path, who: 'nobody', open: page => at(page, `/${path}`) }),
  ),
]
