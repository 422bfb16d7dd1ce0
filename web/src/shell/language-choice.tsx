import { useTranslation } from 'react-i18next'
import { DropdownMenuRadioGroup, DropdownMenuRadioItem } from '#/components/ui/dropdown-menu.tsx'
import { changeLanguage, type Language, languageNames, languages } from '#/lib/i18n.ts'

/** Shows the choice of the language of the screens. */
export function LanguageChoice() {
  const { i18n } = useTranslation()
  return (
    <DropdownMenuRadioGroup value={i18n.language} onValueChange={language => void changeLanguage(language as Language)}>
      {languages.map(language => (
        <DropdownMenuRadioItem key={language} value={language}>
          {languageNames[language]}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  )
}
