import { createFileRoute } from '@tanstack/react-router'
import { HelpsScreen } from '#/features/content/helps-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/helps')({
  loader: () => loadTexts('helps', 'lists'),
  component: HelpsScreen,
})
