import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#/features/company/audit-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/audit')({
  loader: () => loadTexts('audit', 'company', 'lists', 'dates'),
  component: AuditScreen,
})
