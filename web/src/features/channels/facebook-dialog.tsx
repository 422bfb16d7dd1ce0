import { facebook } from '@balcao/shared/api/channels/facebook.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ChannelMark } from '#/components/ui/channel-mark.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { ToggleField } from '#/components/ui/field.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useFacebookLogin } from './use-facebook-login.ts'

/**
 * Connects pages, or reconnects them: the person signs in with Facebook and chooses the pages to
 * share.
 */
export function FacebookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['channels', 'common'])
  const errorText = useErrorText()
  const login = useQuery(apiQuery(facebook.login))
  const [addInstagram, setAddInstagram] = useState(true)

  const connect = useMutation({
    mutationFn: (facebookUserToken: string) => api(facebook.connect, { body: { facebookUserToken, addInstagram } }),
    onSuccess: async ({ connections }) => {
      await queryClient.invalidateQueries({ queryKey: apiQuery(whatsapp.list).queryKey })
      toast.success(t('facebook.done', { count: connections.length }))
      onClose()
    },
    onError: error => setProblem(errorText(error)),
  })

  const { waiting, problem, setProblem, start } = useFacebookLogin(connect.mutate, t('facebook.left'))

  const loginUrl = login.data?.loginUrl
  return (
    <Dialog
      open
      onOpenChange={next => !next && onClose()}
      title={t('facebook.title')}
      description={t('facebook.hint')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={connect.isPending}
            disabled={!loginUrl}
            onClick={() => loginUrl && void start(loginUrl)}
          >
            {waiting ? t('facebook.again') : t('facebook.start')}
          </Button>
        </>
      }
    >
      {login.isError ? (
        <ErrorState error={login.error} onRetry={() => void login.refetch()} />
      ) : login.isPending ? (
        <Skeleton className="h-24" />
      ) : loginUrl === null ? (
        <p>{t('facebook.notConfigured')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-3">
            <li className="flex items-start gap-3">
              <ChannelMark channel="facebook" size={24} />
              <span>{t('facebook.pages')}</span>
            </li>
            <li className="flex items-start gap-3">
              <ChannelMark channel="instagram" size={24} />
              <span>{t('facebook.accounts')}</span>
            </li>
          </ul>
          <ToggleField label={t('facebook.addInstagram')} hint={t('facebook.addInstagramHint')}>
            <Switch checked={addInstagram} onCheckedChange={setAddInstagram} />
          </ToggleField>
          <div role="status" aria-live="polite">
            {waiting && !connect.isPending && <p className="text-ink-2">{t('facebook.waiting')}</p>}
            {connect.isPending && <p className="text-ink-2">{t('facebook.connecting')}</p>}
          </div>
          {problem && (
            <p role="alert" className="text-danger-ink">
              {problem}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
