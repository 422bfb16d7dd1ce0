import { useTranslation } from 'react-i18next'
import type { SheetUploadProps } from './lazy-sheet-upload.ts'
import { Dialog } from './ui/dialog.tsx'

/** Imports a sheet: which columns it takes, the upload, the job's progress, and what came of each row. */
export function SheetUploadDialog({ target, onClose }: SheetUploadProps) {
  const { t } = useTranslation('sheets')
  const title = target.kind === 'contacts' ? t('title.contacts') : t('title.contactList', { name: target.name })
  return <Dialog open onOpenChange={onClose} title={title} size="lg" />
}
