import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineBar } from '#/components/ui/offline-bar.tsx'
import { cn } from '#/lib/cn.ts'
import { changeLanguage, languageNames, languages } from '#/lib/i18n.ts'
import { useDocumentTitle } from '#/lib/screen-title.ts'
import { useStore } from '#/lib/store.ts'
import { theme, toggleTheme } from '#/lib/theme.ts'
import { Logo } from './logo.tsx'

/**
 * Shows the frame of sign-in and sign-up: the logo, the form, languages and theme. It has no menus,
 * so that it loads fast.
 */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const dark = useStore(theme) === 'dark'
  useDocumentTitle()
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-6">
      <div className="fixed inset-x-0 top-0">
        <OfflineBar />
      </div>
      <main className="flex w-full max-w-sm flex-1 flex-col justify-center">
        <div className="mb-6 flex items-center gap-3">
          <Logo size={36} />
          <span className="font-semibold text-lg">Balcão</span>
        </div>
        {children}
      </main>
      <footer className="mt-8 flex items-center gap-1 text-sm">
        {languages.map(language => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-current={i18n.language === language || undefined}
            onClick={() => void changeLanguage(language)}
            className={cn(
              'h-control-sm rounded-md px-2.5 hover:bg-hover',
              i18n.language === language ? 'font-medium text-ink' : 'text-ink-2',
            )}
          >
            {languageNames[language]}
          </button>
        ))}
        <button
          type="button"
          aria-label={dark ? t('theme.light') : t('theme.dark')}
          title={dark ? t('theme.light') : t('theme.dark')}
          onClick={toggleTheme}
          className="flex size-control-sm items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
        >
          {dark ? <Sun size={16} className="icon" /> : <Moon size={16} className="icon" />}
        </button>
      </footer>
    </div>
  )
}
