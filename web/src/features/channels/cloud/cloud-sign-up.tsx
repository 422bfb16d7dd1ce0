import { cloudNumbers } from '@balcao/shared/api/channels/cloud.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useFacebookLogin } from '../use-facebook-login.ts'

type Found = Awaited<ReturnType<typeof find>>
export type FoundNumber = Found['numbers'][number]

const find = (userToken: string) => api(cloudNumbers.find, { body: { userToken } })

interface CloudSignUpProps {
  /** Number whose token is replaced; null where any may be chosen. */
  phoneNumberId: string | null
  onChosen: (number: FoundNumber, accessToken: string) => void
}

/**
 * Fills in a number by Meta's sign-up, where the installation's app has one: the person signs in
 * and shares numbers, of which one is chosen.
 */
export function CloudSignUp({ phoneNumberId, onChosen }: CloudSignUpProps) {
  const { t } = useTranslation('channels')
  const errorText = useErrorText()
  const login = useQuery(apiQuery(cloudNumbers.login))
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = ({ numbers, accessToken }: Found, id: string | null) => {
    const number = numbers.find(each => each.phoneNumberId === id)
    if (!number) return
    setChosen(number.phoneNumberId)
    onChosen(number, accessToken)
  }
  const asked = useMutation({
    mutationFn: find,
    onSuccess: found => {
      const fits = found.numbers.filter(each => phoneNumberId === null || each.phoneNumberId === phoneNumberId)
      if (fits.length === 0) return setProblem(t(phoneNumberId ? 'cloud.signUp.other' : 'cloud.signUp.none'))
      if (fits.length === 1) choose(found, fits[0]!.phoneNumberId)
    },
    onError: error => setProblem(errorText(error)),
  })
  const { waiting, problem, setProblem, start } = useFacebookLogin(asked.mutate, t('cloud.signUp.left'))
  // Values are always typed where this is not there, also while it loads or fails.
  const loginUrl = login.data?.loginUrl
  if (!loginUrl) return null

  const numbers = asked.data?.numbers ?? []
  const one = numbers.find(each => each.phoneNumberId === chosen)
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={<LogIn size={16} />} loading={asked.isPending} onClick={() => void start(loginUrl)}>
          {t(waiting ? 'facebook.again' : 'cloud.signUp.start')}
        </Button>
        <p className="min-w-0 flex-1 basis-40 text-ink-2 text-sm">{t('cloud.signUp.hint')}</p>
      </div>
      {phoneNumberId === null && numbers.length > 1 && asked.data && (
        <Field label={t('cloud.signUp.choose')}>
          <Combobox
            value={chosen}
            onChange={id => choose(asked.data, id)}
            options={numbers.map(each => ({
              value: each.phoneNumberId,
              label: each.displayPhoneNumber,
              hint: each.verifiedName,
            }))}
            placeholder={t('cloud.signUp.choose')}
          />
        </Field>
      )}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {waiting ? t('cloud.signUp.waiting') : one && t('cloud.signUp.chosen', { number: one.displayPhoneNumber })}
      </p>
      {problem && (
        <p role="alert" className="text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}
