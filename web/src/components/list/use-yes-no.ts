import { useTranslation } from 'react-i18next'

/** Returns the words of a yes or a no in a cell. */
export function useYesNo(): (yes: boolean) => string {
  const { t } = useTranslation('lists')
  return yes => t(yes ? 'yes' : 'no')
}
