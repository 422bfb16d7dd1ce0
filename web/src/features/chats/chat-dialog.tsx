import { CHAT_USERS, chats } from '@balcao/shared/api/content/chats.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { fieldMessage } from '@balcao/shared/validation/field-message.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '#/components/form-dialog.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyChat } from '#/realtime/chat-cache.ts'

interface ChatDialogProps {
  /** The chat to edit; null: a new one. */
  chat: Chat | null
  onClose: () => void
  onMade: (id: string) => void
}

const fields = z.object({
  title: chats.create.body.shape.title,
  // The user is always a member.
  users: z
    .array(z.string())
    .min(1, fieldMessage('chat.users'))
    .refine(users => users.length < CHAT_USERS, {
      error: fieldMessage('chat.users', 'too_many'),
      params: { maximum: CHAT_USERS },
    }),
})

/** Edits title and members of a chat. */
export function ChatDialog({ chat, onClose, onMade }: ChatDialogProps) {
  const { t } = useTranslation('chats')
  const me = useUser()
  const client = useQueryClient()
  const people = useQuery(apiQuery(users.listAll))
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      title: chat?.title ?? '',
      users: chat?.users.map(({ userId }) => userId).filter(id => id !== me.id) ?? [],
    },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async body => {
    try {
      const saved = chat
        ? await api(chats.update, { params: { id: chat.id }, body })
        : await api(chats.create, { body })
      applyChat(client, saved)
      toast.success(t(chat ? 'saved' : 'added'))
      onClose()
      if (!chat) onMade(saved.id)
    } catch (error) {
      saveFailed(form, error, { ERR_NO_USER_FOUND: 'users' })
    }
  })
  const options = (people.data ?? [])
    .filter(({ id }) => id !== me.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      title={chat ? t('edit') : t('add')}
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('titleLabel')} error={fieldError(errors.title)} required>
        <Input autoComplete="off" {...form.register('title')} />
      </Field>
      <Controller
        control={form.control}
        name="users"
        render={({ field, fieldState: { error } }) => (
          <Field label={t('users')} hint={t('usersHint', { count: CHAT_USERS })} error={fieldError(error)} required>
            <MultiSelect
              value={field.value}
              onChange={field.onChange}
              options={options}
              loading={people.isPending}
              placeholder={t('usersPlaceholder')}
              emptyText={t('noUsers')}
            />
          </Field>
        )}
      />
    </FormDialog>
  )
}
