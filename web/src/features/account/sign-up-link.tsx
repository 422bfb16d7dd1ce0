import { companies } from '@balcao/shared/api/company/companies.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#/lib/session.ts'

/** Offers to sign a company up, where the installation lets anybody do that. */
export function SignUpLink() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isGone = false
    api(companies.signupState).then(
      ({ open }) => isGone || setOpen(open),
      // A server of an earlier version does not say; one that is closed refuses the sign-up.
      () => isGone || setOpen(true),
    )
    return () => {
      isGone = true
    }
  }, [])
  return (
    isOpen && (
      <>
        {t('login.signup')}{' '}
        <Link to="/signup" className="font-medium text-accent-ink hover:underline">
          {t('login.signupLink')}
        </Link>
      </>
    )
  )
}
