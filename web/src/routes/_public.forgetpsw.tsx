import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#/features/account/forgot-password-screen.tsx'

export const Route = createFileRoute('/_public/forgetpsw')({
  /** `companyId`: of the company whose page this is, which may want an unknown e-mail said. */
  validateSearch: (search: Record<string, unknown>): { companyId?: string } =>
    typeof search.companyId === 'string' ? { companyId: search.companyId } : {},
  component: ForgotPassword,
})

// By name: a screen that reached for `Route` itself would be loaded with the first page.
const route = getRouteApi('/_public/forgetpsw')

function ForgotPassword() {
  return <ForgotPasswordScreen companyId={route.useSearch().companyId} />
}
