import { useTranslation } from 'react-i18next'

const variables = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'queue', 'user'] as const

/** Lists the variables that are filled in when a message is sent; `more` are those of its kind. */
export function VariablesHint({ more = [] }: { more?: readonly string[] }) {
  const { t } = useTranslation('common')
  return <>{t('variables', { list: [...variables, ...more].map(name => `{{${name}}}`).join(' ') })}</>
}
