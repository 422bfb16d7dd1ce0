import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { type NotificationPreferences, SOUNDS, type Sound } from '@balcao/shared/entities/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { desktop } from '#/lib/desktop.ts'
import { playSound } from '#/lib/play-sound.ts'
import { changePreferences, usePreferences } from '#/lib/preferences.ts'
import { pushRegistration, turnPushOff, turnPushOn } from '#/lib/push-device.ts'
import { pushDeviceId, pushUserId } from '#/lib/push-user.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { usePermission } from './public/use-permission.ts'

const panel = 'flex flex-col gap-2 rounded-md border border-line bg-surface px-4 py-3'

/**
 * Edits the user's notifications: on the desktop, by web push while the product is closed, and
 * their sounds.
 */
export function NotificationsScreen() {
  const { t } = useTranslation('notifications')
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      <DesktopSection />
      <PushSection />
      <SoundsSection />
    </Screen>
  )
}

const changeNotifications = (change: (now: NotificationPreferences) => Partial<NotificationPreferences>) =>
  void changePreferences(now => ({ ...now, notifications: { ...now.notifications, ...change(now.notifications) } }))

function DesktopSection() {
  const { t } = useTranslation('notifications')
  const [permission, ask] = usePermission()
  const on = useStore(desktop)
  return (
    <section className="pt-5">
      <h2 className="mb-1 font-semibold">{t('desktop.title')}</h2>
      <p className="mb-3 text-ink-2">{t('desktop.hint')}</p>
      <div className={panel}>
        {permission === 'granted' ? (
          <ToggleField label={t('desktop.switch')} hint={t('desktop.switchHint')}>
            <Switch checked={on} onCheckedChange={next => desktop.set(next)} />
          </ToggleField>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={permission === 'denied' ? 'warning' : 'neutral'}>{t(`state.${permission}`)}</Badge>
            <span className="min-w-0 flex-1 basis-60 text-ink-2 text-sm">{t(`state.${permission}Hint`)}</span>
            {permission === 'default' && (
              <Button variant="primary" onClick={() => void ask()}>
                {t('desktop.allow')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** Returns whether there is a service worker that can show pushes. */
const useCanPush = () =>
  useQuery({ queryKey: ['push-registration'], queryFn: async () => (await pushRegistration()) !== undefined }).data

function PushSection() {
  const { t } = useTranslation('notifications')
  const user = useUser()
  const can = useCanPush()
  const [permission, ask] = usePermission()
  const pushUser = useStore(pushUserId)
  const own = useStore(pushDeviceId)
  const { data } = useQuery(apiQuery(pushDevices.get))
  const { pushText } = usePreferences().notifications
  const [busy, setBusy] = useState(false)
  const on = pushUser === user.id && permission === 'granted'
  // In a support session the browser is not the user's own.
  const isOwn = user.support === undefined

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.failed(t('push.failed'), error)
    } finally {
      setBusy(false)
    }
  }
  const change = (next: boolean) =>
    run(async () => {
      if (!next) return turnPushOff()
      if ((await ask()) === 'granted') await turnPushOn()
    })
  const test = () =>
    run(async () => {
      await api(pushDevices.test, { params: { id: own } })
      toast.success(t('push.tested'))
    })
  const others = data?.devices.filter(({ id }) => id !== own) ?? []
  const possible = can === true && permission !== 'unsupported'
  return (
    <section className="pt-8">
      <h2 className="mb-1 font-semibold">{t('push.title')}</h2>
      <p className="mb-3 text-ink-2">{t('push.hint')}</p>
      <div className={panel}>
        {can === undefined ? null : !possible ? (
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone="neutral">{t('state.unsupported')}</Badge>
            <span className="min-w-0 flex-1 basis-60 text-ink-2 text-sm">{t('push.unsupported')}</span>
          </div>
        ) : permission === 'denied' ? (
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone="warning">{t('state.denied')}</Badge>
            <span className="min-w-0 flex-1 basis-60 text-ink-2 text-sm">{t('state.deniedHint')}</span>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <ToggleField
              className="min-w-0 flex-1 basis-60"
              label={t('push.switch')}
              hint={on ? t('state.on') : permission === 'default' ? t('state.defaultHint') : t('state.off')}
            >
              <Switch checked={on} disabled={busy || !isOwn} onCheckedChange={next => void change(next)} />
            </ToggleField>
            {on && (
              <Button loading={busy} onClick={() => void test()}>
                {t('push.test')}
              </Button>
            )}
          </div>
        )}
        <ToggleField label={t('push.text')} hint={t('push.textHint')}>
          <Switch
            checked={pushText}
            disabled={!isOwn}
            onCheckedChange={next => changeNotifications(() => ({ pushText: next }))}
          />
        </ToggleField>
        {others.length > 0 && (
          <div className="border-line border-t pt-2">
            <h3 className="mb-1 text-ink-2 text-sm">{t('push.others')}</h3>
            <ul>
              {others.map(({ id, browser }) => (
                <OtherDevice key={id} id={id} browser={browser || t('push.unknown')} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}

function OtherDevice({ id, browser }: { id: string; browser: string }) {
  const { t } = useTranslation('notifications')
  const { refetch } = useQuery(apiQuery(pushDevices.get))
  const remove = async () => {
    try {
      await api(pushDevices.remove, { params: { id } })
      await refetch()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <li className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 truncate">{browser}</span>
      <Button size="sm" variant="ghost" onClick={() => void remove()}>
        {t('push.remove', { browser })}
      </Button>
    </li>
  )
}

function SoundsSection() {
  const { t } = useTranslation('notifications')
  const { queues } = useUser()
  const { sound, queueSounds } = usePreferences().notifications
  const options = SOUNDS.map(value => ({ value, label: t(`sound.${value}`) }))
  const setQueue = (queueId: string, next: Sound | '') =>
    changeNotifications(now => ({
      queueSounds: [
        ...now.queueSounds.filter(each => each.queueId !== queueId),
        ...(next === '' ? [] : [{ queueId, sound: next }]),
      ],
    }))
  return (
    <section className="pt-8 pb-6">
      <h2 className="mb-1 font-semibold">{t('sound.title')}</h2>
      <p className="mb-3 text-ink-2">{t('sound.hint')}</p>
      <div className={panel}>
        <SoundField
          label={t('sound.all')}
          value={sound}
          played={sound}
          options={options}
          onChange={next => changeNotifications(() => ({ sound: next as Sound }))}
        />
        {queues.map(queue => {
          const own = queueSounds.find(({ queueId }) => queueId === queue.id)?.sound
          return (
            <SoundField
              key={queue.id}
              label={t('sound.queue', { name: queue.name })}
              value={own ?? ''}
              played={own ?? sound}
              options={[{ value: '', label: t('sound.same') }, ...options]}
              onChange={next => setQueue(queue.id, next as Sound | '')}
            />
          )
        })}
      </div>
    </section>
  )
}

interface SoundFieldProps {
  label: string
  value: string
  /** Sound that plays after this choice. */
  played: Sound
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function SoundField({ label, value, played, options, onChange }: SoundFieldProps) {
  const { t } = useTranslation('notifications')
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="min-w-0 flex-1 basis-40 truncate">
        {label}
      </label>
      <span className="flex items-center gap-1">
        <Select
          id={id}
          className="w-56 max-w-full"
          value={value}
          options={options}
          onChange={event => onChange(event.target.value)}
        />
        <IconButton
          label={`${t('sound.play')}: ${label}`}
          icon={<Play size={16} />}
          disabled={played === 'none'}
          onClick={() => playSound(played)}
        />
      </span>
    </div>
  )
}
