import { PROFILES, USER_RIGHTS } from '@balcao/shared/access.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Combobox, MultiSelect } from '#/components/ui/combobox.tsx'
import { Field, FormSection, ToggleField } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api, changeSession, useUser } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { ColleagueSecondFactor } from './colleague-second-factor.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { askingCurrent, changesSignIn, showEmailSent, wantsAnother, withoutUnused } from './own-sign-in.ts'
import { SignatureField } from './signature-field.tsx'

const AccessHours = lazyPart(() => import('./access-hours.tsx').then(file => file.AccessHours))

const NewUser = users.create.body.extend({ currentPassword: z.string() })
/** An empty password keeps the current one. */
const ChangedUser = NewUser.extend({ password: z.union([z.literal(''), NewUser.shape.password]) })

/**
 * Edits a user. Profile, queues, connection, allTicket and named rights show only to users who may
 * change them; the rest is name, e-mail, password. A user's own dialog requires the current
 * password when e-mail or password change.
 */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation(['team', 'common'])
  const me = useUser()
  const self = user?.id === me.id
  const refusesWeak = useSetting('refuseWeakPasswords') === 'enabled'
  const mayProfile = useMayDo('user-modal:editProfile')
  const mayQueues = useMayDo('user-modal:editQueues')
  const queues = useQuery({ ...apiQuery(queue.list), enabled: mayQueues })
  const connections = useQuery({ ...apiQuery(whatsapp.list), enabled: mayQueues })
  const form = useForm({
    resolver: formResolver(!user ? NewUser : self ? askingCurrent(ChangedUser, user) : ChangedUser),
    defaultValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      currentPassword: '',
      profile: user?.profile ?? 'user',
      whatsappId: user?.whatsappId ?? null,
      queueIds: user?.queues.map(each => each.id) ?? [],
      allTicket: user?.allTicket ?? 'disabled',
      permissions: user?.permissions ?? [],
      accessHours: user?.accessHours ?? null,
      signature: user?.signature ?? '',
    },
  })
  const { errors } = form.formState
  const values = form.watch()

  type Filled = Parameters<Parameters<typeof form.handleSubmit>[0]>[0]
  const save = async ({ profile, whatsappId, queueIds, allTicket, permissions, accessHours, ...own }: Filled) => {
    const rights = {
      ...(mayProfile ? { profile, allTicket, permissions, accessHours } : {}),
      ...(mayQueues ? { queueIds, whatsappId } : {}),
    }
    const { currentPassword: _, ...added } = own
    const saved = !user
      ? await api(users.create, { body: { ...added, ...rights } })
      : self
        ? await changeSession(call =>
            call(users.update, { params: { id: user.id }, body: { ...withoutUnused(own, user), ...rights } }),
          )
        : await api(users.update, {
            params: { id: user.id },
            body: { ...added, password: added.password || undefined, ...rights },
          })
    if (self && saved.pendingEmail && saved.pendingEmail !== user.pendingEmail) showEmailSent(saved.pendingEmail)
    void queryClient.invalidateQueries({ queryKey: apiQuery(users.listAll).queryKey })
    return saved
  }

  return (
    <RowDialog
      form={form}
      title={user ? t('users.edit') : t('users.add')}
      save={save}
      list={users.list}
      rowsKey="users"
      saved={t('users.saved')}
      fieldOf={{ ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_LAST_ADMIN: 'profile' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field
          label={t('field.email')}
          hint={self && wantsAnother(values, user) ? t('field.emailLetter') : undefined}
          error={fieldError(errors.email)}
          required
        >
          <Input type="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <Field
          label={user ? t('field.newPassword') : t('field.password')}
          hint={
            <PasswordStrength
              password={values.password}
              about={[values.name, values.email, me.company.name]}
              refusesWeak={refusesWeak}
            >
              {user ? t('field.newPasswordHint') : t('common:password.length')}
            </PasswordStrength>
          }
          error={fieldError(errors.password)}
          required={!user}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        {self && changesSignIn(values, user) && (
          <CurrentPasswordField error={fieldError(errors.currentPassword)} field={form.register('currentPassword')} />
        )}
        {mayProfile && (
          <Field label={t('field.profile')} error={fieldError(errors.profile)}>
            <Select
              options={PROFILES.map(value => ({ value, label: t(`profiles.${value}`) }))}
              {...form.register('profile')}
            />
          </Field>
        )}
      </div>
      <SignatureField
        hint={t('signature.userHint')}
        error={fieldError(errors.signature)}
        field={form.register('signature')}
        text={values.signature ?? ''}
        queueName={user?.queues[0]?.name}
        userName={values.name}
      />
      {mayQueues && (
        <>
          <Controller
            control={form.control}
            name="queueIds"
            render={({ field }) => (
              <Field label={t('field.queues')}>
                <MultiSelect
                  value={field.value ?? []}
                  onChange={field.onChange}
                  loading={queues.isPending}
                  options={(queues.data ?? []).map(each => ({ value: each.id, label: each.name, color: each.color }))}
                  placeholder={t('users.noQueues')}
                />
              </Field>
            )}
          />
          <Controller
            control={form.control}
            name="whatsappId"
            render={({ field }) => (
              <Field label={t('field.whatsapp')}>
                <Combobox
                  value={field.value ?? null}
                  onChange={field.onChange}
                  loading={connections.isPending}
                  options={(connections.data ?? [])
                    .filter(each => capabilitiesOf(each).startsByNumber)
                    .map(each => ({ value: each.id, label: each.name }))}
                  placeholder={t('users.noConnection')}
                  clearLabel={t('users.noConnection')}
                />
              </Field>
            )}
          />
        </>
      )}
      {mayProfile && user && !self && <ColleagueSecondFactor id={user.id} name={user.name} />}
      {mayProfile && (
        <Controller
          control={form.control}
          name="allTicket"
          render={({ field }) => (
            <ToggleField label={t('field.allTicket')} hint={t('field.allTicketHint')}>
              <Switch
                checked={field.value === 'enabled'}
                onCheckedChange={on => field.onChange(on ? 'enabled' : 'disabled')}
              />
            </ToggleField>
          )}
        />
      )}
      <FormSection title={t('rights.title')} hint={t(`rights.${values.profile ?? 'user'}`)}>
        {USER_RIGHTS.map(right => (
          <Controller
            key={right}
            control={form.control}
            name="permissions"
            render={({ field }) => {
              const given = field.value ?? []
              const all = values.profile === 'admin'
              return (
                <ToggleField label={t(`rights.${right}`)} hint={t(`rights.${right}Hint`)}>
                  <Switch
                    checked={all || given.includes(right)}
                    disabled={all || !mayProfile}
                    onCheckedChange={on =>
                      field.onChange([...given.filter(each => each !== right), ...(on ? [right] : [])])
                    }
                  />
                </ToggleField>
              )
            }}
          />
        ))}
      </FormSection>
      {mayProfile && (
        <Controller
          control={form.control}
          name="accessHours"
          render={({ field }) => (
            <Suspense>
              <AccessHours profile={values.profile ?? 'user'} value={field.value ?? null} onChange={field.onChange} />
            </Suspense>
          )}
        />
      )}
    </RowDialog>
  )
}
