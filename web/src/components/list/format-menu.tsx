import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_FORMATS } from './file-format.ts'
import { OptionsMenu } from './options-menu.tsx'

interface FormatMenuProps {
  /** Button that opens it. */
  children: ReactNode
  onChoose: (format: ListFormat) => void
}

/** Offers the formats of an export. Its screen loads the texts `lists`. */
export function FormatMenu({ children, onChoose }: FormatMenuProps) {
  const { t } = useTranslation('lists')
  return (
    <OptionsMenu
      options={FILE_FORMATS.map(format => ({ id: format, label: t(`export.${format}`), run: () => onChoose(format) }))}
    >
      {children}
    </OptionsMenu>
  )
}
