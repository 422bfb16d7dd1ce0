import { createFileRoute } from '@tanstack/react-router'
import { HelpsScreen } from '#/features/content/helps-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

interface Search {
  /** Name of the guide that is read. */
  guide?: string
}

export const Route = createFileRoute('/_app/helps')({
  validateSearch: ({ guide }: Record<string, unknown>): Search => (typeof guide === 'string' ? { guide } : {}),
  loader: () => loadTexts('helps', 'lists'),
  component: HelpsScreen,
})
