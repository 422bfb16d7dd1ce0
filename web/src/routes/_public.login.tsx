import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#/features/account/login-screen.tsx'

export const Route = createFileRoute('/_public/login')({
  /**
   * `redirect`: the requested address. `signedUp`: a company has just signed up. `reset`: a
   * password has been reset.
   */
  validateSearch: (search: Record<string, unknown>): { redirect?: string; signedUp?: true; reset?: true } => ({
    ...(typeof search.redirect === 'string' ? { redirect: search.redirect } : {}),
    ...(search.signedUp === true ? { signedUp: true } : {}),
    ...(search.reset === true ? { reset: true } : {}),
  }),
  component: LoginScreen,
})
