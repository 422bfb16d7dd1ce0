import { imports } from '@balcao/shared/api/company/imports.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ToggleField } from '#/components/ui/field.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { api, useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { useOnline } from '#/lib/use-online.ts'
import { applyImport } from './apply-import.ts'
import { sizeLimit } from './file-size.ts'
import { changeDraft, closeDraft, draftOf, keptFiles } from './kept-files.ts'
import { Step } from './step.tsx'
import { SystemChoice } from './system-choice.tsx'
import { UploadField } from './upload-field.tsx'
import { useUpload } from './use-upload.ts'

interface NewImportProps {
  /** True while another import is under way. */
  isBusy: boolean
  /** The person began: what others do no longer changes what the page shows. */
  onBegin: () => void
  onCreated: (row: DataImport) => void
}

/** Shows the first steps: the system, its files, and the button that reads them. */
export function NewImport({ isBusy, onBegin, onCreated }: NewImportProps) {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const errorText = useErrorText()
  const online = useOnline()
  const draft = draftOf(useStore(keptFiles), useUser().id)
  const { system } = draft
  const dump = useUpload(file => changeDraft({ dump: file }))
  const media = useUpload(file => changeDraft({ media: file }))
  const isSending = dump.sending !== null || media.sending !== null

  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      !(await confirm({
        title: t('files.leaveTitle'),
        description: t('files.leaveHint'),
        confirmLabel: t('files.leave'),
        cancelLabel: t('files.keep'),
      })),
    enableBeforeUnload: true,
    disabled: !isSending,
  })

  const create = useMutation({
    mutationFn: () =>
      api(imports.create, {
        body: {
          system: system!,
          key: draft.dump!.key,
          fileName: draft.dump!.name,
          ...(draft.media ? { mediaKey: draft.media.key, mediaName: draft.media.name } : {}),
          customers: draft.customers,
        },
      }),
    onSuccess: row => {
      closeDraft(row.id, draft)
      applyImport(row)
      onCreated(row)
    },
    onError: error => {
      if (!(error instanceof ApiError)) return
      // The file left the bucket: it has to be sent again.
      if (error.code === 'ERR_UPLOAD_MISSING') changeDraft({ dump: null, media: null })
      if (error.code === 'ERR_IMPORT_UNDER_WAY') void client.invalidateQueries({ queryKey: queryKey(imports.list) })
    },
  })
  const size = sizeLimit()

  return (
    <ol className="flex flex-col gap-3">
      <Step
        number={1}
        state={system ? 'done' : 'now'}
        title={t('step.system')}
        line={system && t(`systemName.${system}`)}
        action={
          system && (
            <Button size="sm" variant="ghost" disabled={isSending} onClick={() => changeDraft({ system: null })}>
              {t('system.change')}
            </Button>
          )
        }
      >
        {!system && (
          <SystemChoice
            onChoose={chosen => {
              onBegin()
              changeDraft({ system: chosen })
            }}
          />
        )}
      </Step>
      <Step number={2} state={system ? 'now' : 'todo'} title={t('step.files')}>
        {system && (
          <>
            <div className="grid gap-4 lg:grid-cols-2">
              <UploadField
                kind="dump"
                label={t('files.dump')}
                hint={t('files.dumpHint', { size })}
                chooseLabel={t('files.chooseDump')}
                accept=".sql,.gz"
                upload={dump}
                sent={draft.dump}
                onRemove={() => changeDraft({ dump: null })}
              />
              <UploadField
                kind="media"
                label={t('files.media')}
                hint={t('files.mediaHint', { size })}
                chooseLabel={t('files.chooseMedia')}
                accept=".zip"
                upload={media}
                sent={draft.media}
                onRemove={() => changeDraft({ media: null })}
              />
            </div>
            <ToggleField label={t('files.customers')} hint={t('files.customersHint')}>
              <Switch checked={draft.customers} onCheckedChange={customers => changeDraft({ customers })} />
            </ToggleField>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="primary"
                icon={<FileSearch size={16} />}
                loading={create.isPending}
                disabled={!draft.dump || isSending || !online || isBusy}
                onClick={() => create.mutate()}
              >
                {t('files.read')}
              </Button>
              <p className="text-ink-2 text-sm">{!online ? t('offline') : isBusy ? t('busy') : t('files.readHint')}</p>
            </div>
            {create.isError && (
              <p role="alert" className="text-danger-ink">
                {errorText(create.error)}
              </p>
            )}
          </>
        )}
      </Step>
      <Step number={3} state="todo" title={t('step.reading')} />
      <Step number={4} state="todo" title={t('step.check')} />
      <Step number={5} state="todo" title={t('step.bring')} />
    </ol>
  )
}
