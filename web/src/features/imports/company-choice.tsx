import { imports } from '@balcao/shared/api/company/imports.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useMutation } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { formatNumber } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { applyImport } from './apply-import.ts'
import { closeDraft, filesOf, keptFiles } from './kept-files.ts'

/** Asks which company of a dump is meant, and reads the same files again for it. */
export function CompanyChoice({ row, onCreated }: { row: DataImport; onCreated: (row: DataImport) => void }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const files = filesOf(useStore(keptFiles), row.id)
  const [chosen, setChosen] = useState('')
  const create = useMutation({
    mutationFn: () =>
      api(imports.create, {
        body: {
          system: row.system,
          key: files!.dump!.key,
          fileName: row.fileName,
          ...(files!.media ? { mediaKey: files!.media.key, mediaName: files!.media.name } : {}),
          sourceCompany: chosen,
          customers: row.customers,
        },
      }),
    onSuccess: created => {
      closeDraft(created.id, files!)
      applyImport(created)
      onCreated(created)
    },
    onError: toast.error,
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-medium">{t('which.title')}</h3>
      <RadioGroup
        label={t('which.title')}
        value={chosen}
        onChange={setChosen}
        disabled={!files?.dump}
        options={row.companies.map(({ id, name, tickets }) => ({
          value: id,
          label: name || id,
          hint: t('which.tickets', { count: tickets, shown: formatNumber(tickets) }),
        }))}
      />
      {files?.dump ? (
        <Button
          variant="primary"
          icon={<FileSearch size={16} />}
          loading={create.isPending}
          disabled={chosen === '' || !online}
          onClick={() => create.mutate()}
        >
          {t('which.read')}
        </Button>
      ) : (
        <p className="text-ink-2 text-sm">{t('which.lost')}</p>
      )}
    </div>
  )
}
