import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../ui/dropdown-menu.tsx'
import { FILE_FORMATS, type FileFormat } from './file-format.ts'

interface FormatMenuProps {
  /** Button that opens it. */
  children: ReactNode
  onChoose: (format: FileFormat) => void
}

/** Offers the formats of an export. Its screen loads the texts `lists`. */
export function FormatMenu({ children, onChoose }: FormatMenuProps) {
  const { t } = useTranslation('lists')
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{children}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {FILE_FORMATS.map(format => (
          <DropdownMenuItem key={format} onSelect={() => onChoose(format)}>
            {t(`export.${format}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
