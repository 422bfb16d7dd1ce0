import { useNavigate } from '@tanstack/react-router'
import { BellRing, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCommandSource } from '#/lib/commands.ts'
import { toggleTheme } from '#/lib/theme.ts'
import { useNavItems } from './use-nav-items.ts'

/** Screens of the account's menu. */
const ACCOUNT = [
  { key: 'security', to: '/security', icon: ShieldCheck },
  { key: 'notifications', to: '/notifications', icon: BellRing },
] as const

/**
 * Adds the screens to the command bar, each with the words people type for it, and the shell's own
 * actions.
 */
export function ScreenCommands({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation(['commandBar', 'shell', 'common'])
  const navigate = useNavigate()
  const items = useNavItems()
  useCommandSource({
    id: 'screens',
    title: t('screens'),
    commands: [
      ...items.map(item => ({
        id: `screen:${item.key}`,
        label: t(`shell:nav.${item.key}`),
        keywords: t(`words.${item.key}`),
        icon: <item.icon size={16} />,
        run: () => void navigate({ to: item.to }),
      })),
      ...ACCOUNT.map(({ key, to, icon: Icon }) => ({
        id: `screen:${key}`,
        label: t(`shell:top.${key}`),
        keywords: t(`words.${key}`),
        icon: <Icon size={16} />,
        run: () => void navigate({ to }),
      })),
    ],
  })
  useCommandSource({
    id: 'actions',
    title: t('actions'),
    commands: [
      {
        id: 'action:theme',
        label: `${t('common:theme.dark')} / ${t('common:theme.light')}`,
        keywords: t('words.theme'),
        run: toggleTheme,
      },
      {
        id: 'action:shortcuts',
        label: t('shell:top.shortcuts'),
        keywords: t('words.shortcuts'),
        keys: '?',
        run: onShortcuts,
      },
    ],
  })
  return null
}
