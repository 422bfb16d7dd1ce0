import { MENU_FORMS, type MenuForm, type Settings } from '../../entities/setting.ts'
import type { Provider } from '../../entities/whatsapp.ts'
import { capabilitiesOf } from '../capabilities.ts'

/** Returns the form of the bot's menus: the setting, where the connection can send it. */
export function menuFormOf(given: {
  connection: { provider: Provider }
  settings: Pick<Settings, 'chatBotType'>
}): MenuForm {
  const wanted = MENU_FORMS.find(form => form === given.settings.chatBotType) ?? 'text'
  return capabilitiesOf(given.connection).buttons ? wanted : 'text'
}
