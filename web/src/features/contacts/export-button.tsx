import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { api } from '#/lib/session.ts'
import { useBeginExport } from '#/lib/use-begin-export.ts'

/** Starts the export; the file arrives in the bell. */
export function ExportButton() {
  const { t } = useTranslation('contacts')
  const { begin, isPending } = useBeginExport(() => api(contacts.export), t('export.begun'))
  return <IconButton label={t('export.action')} icon={<Download size={20} />} loading={isPending} onClick={begin} />
}
