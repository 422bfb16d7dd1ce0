import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#/features/account/forgot-password-screen.tsx'

export const Route = createFileRoute('/_public/forgetpsw')({
  /** `companyId`: of the company whose page this is, which may want an unknown e-mail said. */
  validateSearch: (search: Record<string, unknown>): { companyId?: string } =>
    typeof search.companyId === 'string' ? { companyId: search.companyId } : {},
  component: () => <ForgotPasswordScreen companyId={Route.useSearch().companyId} />,
})
