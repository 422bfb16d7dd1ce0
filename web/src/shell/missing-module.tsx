import type { PlanFlag } from '@balcao/shared/access.ts'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { useMayAccess } from '#/lib/permissions.ts'
import type { navItems } from './nav-items.ts'

interface MissingModuleProps {
  /** Menu item of the screen. */
  item: (typeof navItems)[number]['key']
  /** Plan flag of the missing module. */
  plan: PlanFlag
}

const MODULES: Partial<Record<PlanFlag, 'contracts' | 'campaigns' | 'chat' | 'prompts' | 'integrations' | 'api'>> = {
  useContracts: 'contracts',
  useCampaigns: 'campaigns',
  useInternalChat: 'chat',
  useOpenAi: 'prompts',
  useIntegrations: 'integrations',
  useExternalApi: 'api',
}

/** Explains what a missing module would do, and who can switch it on. */
export function MissingModule({ item, plan }: MissingModuleProps) {
  const { t } = useTranslation(['modules', 'shell'])
  const isAdmin = useMayAccess('admin')
  const module = MODULES[plan] ?? 'sales'
  return (
    <Screen header={<ScreenHeader title={t(`shell:nav.${item}`)} />}>
      <EmptyState icon={<Lock size={20} />} title={t(module)}>
        {t(`${module}Hint`)} {t(isAdmin ? 'askProvider' : 'askAdmin')}
      </EmptyState>
    </Screen>
  )
}
