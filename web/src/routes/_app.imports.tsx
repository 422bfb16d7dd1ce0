import { createFileRoute } from '@tanstack/react-router'
import { ImportsScreen } from '#/features/imports/imports-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

interface Search {
  /** Id of the import that is shown, or `new`. */
  import?: string
}

export const Route = createFileRoute('/_app/imports')({
  validateSearch: ({ import: id }: Record<string, unknown>): Search => (typeof id === 'string' ? { import: id } : {}),
  loader: () => loadTexts('imports'),
  component: ImportsScreen,
})
