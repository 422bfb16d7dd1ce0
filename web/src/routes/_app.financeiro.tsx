import { createFileRoute, redirect } from '@tanstack/react-router'

/** Older address of the invoices: a part of the subscription's page. */
export const Route = createFileRoute('/_app/financeiro')({
  beforeLoad: () => {
    throw redirect({ to: '/subscription', hash: 'faturas', replace: true })
  },
})
