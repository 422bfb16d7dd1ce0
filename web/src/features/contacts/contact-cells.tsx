import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { formatPhone } from '#/lib/format.ts'

/** Returns the channel of a contact without a number: Facebook or Instagram. */
export const pageOf = ({ channel }: Contact) => (channel && channel !== 'whatsapp' ? channel : null)

/** Returns what a contact is reached by, in words; empty for a group. */
export function useContactNumber(): (contact: Contact) => string {
  const { t } = useTranslation('contacts')
  return contact => {
    const page = pageOf(contact)
    return contact.isGroup ? '' : page ? t(`channel.${page}`) : formatPhone(contact.number)
  }
}

/** Shows what is unusual about a contact. */
export function ContactBadge({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  if (contact.blocked) return <Badge tone="danger">{t('blocked')}</Badge>
  if (contact.isGroup) return <Badge>{t('group')}</Badge>
  if (contact.isWhatsappValid === false) return <Badge tone="warning">{t('noWhatsappBadge')}</Badge>
  return null
}
