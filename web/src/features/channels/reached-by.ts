import { isMetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import i18next from 'i18next'
import { formatPhone } from '#/lib/format.ts'

/**
 * Returns how customers reach a connection: its number, as Meta writes it where Meta says so, or
 * that it is a page or an account; null while nothing is known.
 */
export function reachedBy(connection: Pick<Whatsapp, 'channel' | 'number' | 'displayPhoneNumber'>): string | null {
  const { channel, number, displayPhoneNumber } = connection
  if (isMetaPageChannel(channel)) return i18next.t(`channels:channel.${channel}`)
  return displayPhoneNumber ?? (number && formatPhone(number))
}
