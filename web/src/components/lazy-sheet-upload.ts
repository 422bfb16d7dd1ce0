import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** Destination of a sheet's rows. */
export type SheetTarget = { kind: 'contacts' } | { kind: 'contactList'; id: string; name: string }

export interface SheetUploadProps {
  target: SheetTarget
  onClose: () => void
}

/** The dialog that imports a sheet, with its texts, for screens that rarely open it. */
export const LazySheetUpload = lazy(async () => {
  const [file] = await Promise.all([import('./sheet-upload-dialog.tsx'), loadTexts('sheets')])
  return { default: file.SheetUploadDialog }
})
