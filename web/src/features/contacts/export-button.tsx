import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Begins the export; the file comes to the bell. */
export function ExportButton() {
  const { t } = useTranslation('contacts')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(contacts.export),
    onSuccess: () => {
      toast.success(t('export.begun'))
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  return (
    <IconButton label={t('export.action')} icon={<Download size={20} />} loading={isPending} onClick={() => mutate()} />
  )
}
