import { useTranslation } from 'react-i18next'

const variables = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'queue', 'user'] as const

/** The words a message may carry that are filled in when it is sent. */
export function VariablesHint() {
  const { t } = useTranslation('common')
  return <>{t('variables', { list: variables.map(name => `{{${name}}}`).join(' ') })}</>
}
