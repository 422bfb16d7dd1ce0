import { users } from '@balcao/shared/api/team/users.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordStrength } from '#/components/password-strength.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { changeSession, useUser } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { askingCurrent, changesSignIn, showEmailSent, wantsAnother, withoutUnused } from '../own-sign-in.ts'

const { name, email, password } = users.create.body.shape
const ProfileForm = z.object({ name, email, password: z.union([z.literal(''), password]), currentPassword: z.string() })

/**
 * Edits the user's own name, e-mail and password; only an admin may change the rest. The current
 * password is required as soon as the e-mail or the password changes.
 */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['team', 'common'])
  const user = useUser()
  const refusesWeak = useSetting('refuseWeakPasswords') === 'enabled'
  const form = useForm({
    resolver: formResolver(askingCurrent(ProfileForm, user)),
    defaultValues: { name: user.name, email: user.email, password: '', currentPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()

  const submit = form.handleSubmit(async changes => {
    try {
      const saved = await changeSession(call =>
        call(users.update, { params: { id: user.id }, body: withoutUnused(changes, user) }),
      )
      toast.success(t('profile.saved'))
      if (saved.pendingEmail && saved.pendingEmail !== user.pendingEmail) showEmailSent(saved.pendingEmail)
      onClose()
    } catch (error) {
      saveFailed(form, error, { ERR_EMAIL_ALREADY_EXISTS: 'email' })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('profile.title')}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" form="profile" variant="primary" loading={isSubmitting}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Form id="profile" onSubmit={submit} busy={isSubmitting}>
        <Field label={t('field.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Field
          label={t('field.email')}
          hint={wantsAnother(values, user) ? t('field.emailLetter') : undefined}
          error={fieldError(errors.email)}
          required
        >
          <Input type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <Field
          label={t('field.newPassword')}
          hint={
            <PasswordStrength
              password={values.password}
              about={[values.name, values.email, user.company.name]}
              refusesWeak={refusesWeak}
            >
              {t('field.newPasswordHint')}
            </PasswordStrength>
          }
          error={fieldError(errors.password)}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        {changesSignIn(values, user) && (
          <CurrentPasswordField error={fieldError(errors.currentPassword)} field={form.register('currentPassword')} />
        )}
      </Form>
    </Dialog>
  )
}
