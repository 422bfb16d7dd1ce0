import { users } from '@balcao/shared/api/team/users.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { api, updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

const { name, email, password } = users.create.body.shape
const ProfileForm = z.object({ name, email, password: z.union([z.literal(''), password]) })

/** The own name, e-mail and password; the rest of a user is an admin's. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['team', 'common'])
  const user = useUser()
  const form = useForm({
    resolver: zodResolver(ProfileForm),
    defaultValues: { name: user.name, email: user.email, password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const values = form.getValues()

  const submit = form.handleSubmit(async ({ password: secret, ...rest }) => {
    try {
      const saved = await api(users.update, {
        params: { id: user.id },
        body: secret ? { ...rest, password: secret } : rest,
      })
      updateSessionUser(now => ({ ...now, name: saved.name, email: saved.email }))
      toast.success(t('profile.saved'))
      onClose()
    } catch (error) {
      toast.error(error)
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
        <Field label={t('field.name')} error={fieldError(errors.name, values.name)} required>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label={t('field.email')} error={fieldError(errors.email, values.email)} required>
          <Input type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <Field
          label={t('field.newPassword')}
          hint={t('field.newPasswordHint')}
          error={fieldError(errors.password, values.password)}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
      </Form>
    </Dialog>
  )
}
