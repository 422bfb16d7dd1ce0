import { lazyPart } from '#/lib/lazy-part.ts'

/** Destination of a sheet's rows. */
export type SheetTarget = { kind: 'contacts' } | { kind: 'contactList'; id: string; name: string }

export interface SheetUploadProps {
  target: SheetTarget
  onClose: () => void
}

/** The dialog that imports a sheet, with its texts, for screens that rarely open it. */
export const LazySheetUpload = lazyPart(
  () => import('../sheet-upload-dialog.tsx').then(file => file.SheetUploadDialog),
  'sheets',
)
