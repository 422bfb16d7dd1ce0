import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#/features/account/login-screen.tsx'

export const Route = createFileRoute('/_public/login')({
  /** `redirect`: the address that was wanted. `signedUp`: a company has just been signed up. */
  validateSearch: (search: Record<string, unknown>): { redirect?: string; signedUp?: true } => ({
    ...(typeof search.redirect === 'string' ? { redirect: search.redirect } : {}),
    ...(search.signedUp === true ? { signedUp: true } : {}),
  }),
  component: LoginScreen,
})
