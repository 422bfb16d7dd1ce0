import { useTranslation } from 'react-i18next'

const variables = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'queue', 'user'] as const

/** The words a message may carry that are filled in when it is sent; `more` those of its kind. */
export function VariablesHint({ more = [] }: { more?: readonly string[] }) {
  const { t } = useTranslation('common')
  return <>{t('variables', { list: [...variables, ...more].map(name => `{{${name}}}`).join(' ') })}</>
}
