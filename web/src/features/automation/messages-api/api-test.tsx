import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { MediaField } from '#/components/media-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { codeText } from '#/lib/error-text.ts'
import { problemText } from '#/lib/field-error.ts'
import { toast } from '#/lib/toast.ts'

type Kind = 'text' | 'media'
/** Result of a test; `reason` is the meaning of a refusal's code. */
type Sent = { status: number; body: string; reason: string | undefined }

const EMPTY = { token: '', number: '', body: '' }

/**
 * Sends a message to a number as an integrator's system would: with a connection's token, and
 * nothing of this session.
 */
export function ApiTest() {
  const { t } = useTranslation(['messagesApi', 'common'])
  const [kind, setKind] = useState<Kind>('text')
  const [given, setGiven] = useState(EMPTY)
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const send = useMutation({
    mutationFn: () => call(given, kind === 'media' ? file : null),
    onSuccess: ({ status }) => {
      if (status < 300) toast.success(t('test.sent'))
    },
    onError: toast.error,
  })
  const missing = {
    token: given.token.trim() === '',
    number: given.number.replace(/\D/g, '').length < 8,
    body: given.body.trim() === '',
    file: kind === 'media' && !file,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!Object.values(missing).some(Boolean)) return send.mutate()
    flushSync(() => setTried(true))
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const form = useRef<HTMLFormElement>(null)
  const problem = (name: keyof typeof missing) => {
    if (!tried || !missing[name]) return undefined
    return name === 'number' && given.number.trim() !== '' ? t('test.numberShort') : problemText({ code: 'required' })
  }
  // This is no sign-in: a 401 means that the token was refused.
  const reason = send.data?.status === 401 ? t('test.refused') : send.data?.reason
  const set = (name: 'token' | 'body') => (event: { target: { value: string } }) =>
    setGiven(now => ({ ...now, [name]: event.target.value }))
  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <p className="text-ink-2">{t('test.hint')}</p>
      <Tabs value={kind} onValueChange={value => setKind(value as Kind)}>
        <SegmentedList className="max-w-xs" aria-label={t('test.kind')}>
          <SegmentedTrigger value="text">{t('test.text')}</SegmentedTrigger>
          <SegmentedTrigger value="media">{t('test.media')}</SegmentedTrigger>
        </SegmentedList>
        <TabsContent value={kind} className="mt-4 flex flex-col gap-4">
          <Field label={t('test.token')} error={problem('token')} required>
            <Input
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={given.token}
              onChange={set('token')}
            />
          </Field>
          <Field label={t('test.number')} hint={t('test.numberHint')} error={problem('number')} required>
            <PhoneInput value={given.number} onChange={number => setGiven(now => ({ ...now, number }))} />
          </Field>
          <Field label={t('test.body')} error={problem('body')} required>
            <Textarea rows={4} value={given.body} onChange={set('body')} />
          </Field>
          {kind === 'media' && (
            <MediaField
              label={t('test.file')}
              value={file}
              onChange={value => setFile(value instanceof File ? value : null)}
              error={problem('file')}
            />
          )}
        </TabsContent>
      </Tabs>
      <div>
        <Button type="submit" variant="primary" icon={<Send size={16} />} loading={send.isPending}>
          {t('test.send')}
        </Button>
      </div>
      {send.data && (
        <section aria-label={t('test.answer')} className="rounded-md border border-line">
          <h2 className="border-line border-b px-3 py-2 font-medium">
            {t('test.answer')} · HTTP {send.data.status}
          </h2>
          {reason && <p className="px-3 pt-3">{reason}</p>}
          <pre role="status" className="overflow-x-auto whitespace-pre-wrap break-all p-3 font-mono text-sm">
            {send.data.body}
          </pre>
        </section>
      )}
    </form>
  )
}

async function call({ token, number: typed, body }: typeof EMPTY, file: File | null): Promise<Sent> {
  // The API takes numbers with their country's code only.
  const number = normalizeNumber(typed)
  const form = new FormData()
  form.set('number', number)
  form.set('body', body)
  if (file) form.set('medias', file)
  try {
    const response = await fetch('/api/messages/send', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${token.trim()}`,
        ...(file ? {} : { 'content-type': 'application/json' }),
      },
      body: file ? form : JSON.stringify({ number, body }),
    })
    return read(response.status, await response.text())
  } catch {
    throw new ApiError('ERR_NETWORK', 0)
  }
}

function read(status: number, text: string): Sent {
  try {
    const answer = JSON.parse(text)
    return { status, body: JSON.stringify(answer, null, 2), reason: codeText(String(answer?.error)) }
  } catch {
    return { status, body: text, reason: undefined }
  }
}
