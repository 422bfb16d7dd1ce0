import { createFileRoute } from '@tanstack/react-router'
import { FilesScreen } from '#/features/content/files-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/files')({
  loader: () => loadTexts('files', 'media', 'lists'),
  component: FilesScreen,
})
