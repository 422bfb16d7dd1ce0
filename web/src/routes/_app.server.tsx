import { createFileRoute } from '@tanstack/react-router'
import { ServerScreen } from '#/features/server/server-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/server')({
  loader: () => loadTexts('server'),
  component: ServerScreen,
})
