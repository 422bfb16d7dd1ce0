import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** Where the rows of a sheet go. */
export type SheetTarget = { kind: 'contacts' } | { kind: 'contactList'; id: string; name: string }

export interface SheetUploadProps {
  target: SheetTarget
  onClose: () => void
}

/** The dialog that imports a sheet, with its texts, for screens that open it now and then. */
export const LazySheetUpload = lazy(async () => {
  const [file] = await Promise.all([import('./sheet-upload-dialog.tsx'), loadTexts('sheets')])
  return { default: file.SheetUploadDialog }
})
