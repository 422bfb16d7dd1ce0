import { createFileRoute } from '@tanstack/react-router'
import { ContractsScreen } from '#/features/contracts/contracts-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contracts')({
  /** `edit`: the id of the contract whose dialog is open. */
  validateSearch: (search: Record<string, unknown>): { edit?: string } =>
    typeof search.edit === 'string' ? { edit: search.edit } : {},
  loader: () => loadTexts('contracts', 'lists'),
  component: ContractsScreen,
})
