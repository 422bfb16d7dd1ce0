import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#/features/company/audit-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/audit')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('audit', 'company'),
  component: AuditScreen,
})
