import { createFileRoute } from '@tanstack/react-router'
import { FilesScreen } from '#/features/content/files-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/files')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('files', 'media'),
  component: FilesScreen,
})
