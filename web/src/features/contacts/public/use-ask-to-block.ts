import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { isolate } from '#/lib/isolate.ts'
import { useBlockContact } from './use-block-contact.ts'

/** Returns what asks before it blocks a contact. */
export function useAskToBlock() {
  const { t } = useTranslation('contactPage')
  const { block, isPending } = useBlockContact()
  const ask = async ({ id, name }: Pick<Contact, 'id' | 'name'>) => {
    const yes = await confirm({
      title: t('blocked.ask', { name: isolate(name) }),
      description: t('blocked.askHint'),
      confirmLabel: t('blocked.action'),
    })
    if (yes) block(id, true)
  }
  return { ask, isPending }
}
