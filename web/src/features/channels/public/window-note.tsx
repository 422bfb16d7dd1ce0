import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Warns whoever writes a text that leaves by itself over the default connection, while that is an
 * official number: outside of a customer's window the text fails. Shows nothing otherwise.
 */
export function WindowNote() {
  const { t } = useTranslation('channels')
  const { data } = useQuery(apiQuery(whatsapp.list))
  const sender = data?.find(({ isDefault }) => isDefault)
  if (!sender || capabilitiesOf(sender).window !== 'template') return null
  return (
    <p role="note" className="mt-2 rounded-md bg-warning-soft p-3 text-sm text-warning-ink">
      {t('windowNote', { name: sender.name })}
    </p>
  )
}
