import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { codeText } from '#/lib/error-text.ts'
import { toast } from '#/lib/toast.ts'
import { filledPath, type ReferenceCall } from './reference-calls.ts'

type Answer = { status: number; left: string | null; text: string; reason: string | undefined }

/** Makes a call with the pasted token and nothing of this session, and shows the answer. */
export function TryCall({ call, token }: { call: ReferenceCall; token: string }) {
  const { t } = useTranslation('publicApi')
  const [values, setValues] = useState(call.values)
  const [body, setBody] = useState(() => (call.body ? JSON.stringify(call.body, null, 2) : ''))
  const run = useMutation({
    mutationFn: () => send(call, token.trim(), filledPath(call, values), body),
    onError: toast.error,
  })
  const isJson = call.body === null || jsonOf(body) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '' && isJson) run.mutate()
  }
  const inputs = call.fields.filter(({ place }) => place !== 'body')
  return (
    <form noValidate className="flex flex-col gap-3 rounded-md border border-line bg-bg p-3" onSubmit={submit}>
      <h3 className="font-medium">{t('try.title')}</h3>
      {inputs.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {inputs.map(({ name, place }) => (
            <Field key={name} label={`${name} (${t(`reference.places.${place}`)})`}>
              <Input
                autoComplete="off"
                className="font-mono"
                value={values[name] ?? ''}
                onChange={event => setValues(now => ({ ...now, [name]: event.target.value }))}
              />
            </Field>
          ))}
        </div>
      )}
      {call.body !== null && (
        <Field label={t('try.body')} error={isJson ? undefined : t('try.noJson')}>
          <Textarea
            rows={Math.min(14, body.split('\n').length)}
            className="font-mono text-sm"
            spellCheck={false}
            value={body}
            onChange={event => setBody(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          icon={<Play size={16} />}
          loading={run.isPending}
          disabled={token.trim() === '' || !isJson}
        >
          {t('try.run')}
        </Button>
        {token.trim() === '' && <p className="text-ink-2 text-sm">{t('try.noToken')}</p>}
        {token.startsWith('blc_live_') && call.method !== 'GET' && <p className="text-sm">{t('try.real')}</p>}
      </div>
      {run.data && (
        <section aria-label={t('try.answer')} className="rounded-md border border-line bg-surface">
          <h4 className="border-line border-b px-3 py-2 font-medium">
            HTTP {run.data.status}
            {run.data.left !== null && (
              <span className="ml-2 font-normal text-ink-2 text-sm">
                {t('try.left', { count: Number(run.data.left) })}
              </span>
            )}
          </h4>
          {run.data.reason && <p className="px-3 pt-3">{run.data.reason}</p>}
          <pre role="status" className="max-h-96 overflow-auto whitespace-pre-wrap break-all p-3 font-mono text-sm">
            {run.data.text}
          </pre>
        </section>
      )}
    </form>
  )
}

/** Returns the value of a JSON text; undefined for any other. */
function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(
  { method, body: example }: ReferenceCall,
  token: string,
  path: string,
  body: string,
): Promise<Answer> {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${token}`,
        ...(example === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(example === null ? {} : { body }),
    })
    const text = await response.text()
    const answer = jsonOf(text)
    return {
      status: response.status,
      left: response.headers.get('ratelimit-remaining'),
      text: answer === undefined ? text : JSON.stringify(answer, null, 2),
      reason: response.ok ? undefined : codeText(String(answer?.error)),
    }
  } catch {
    throw new ApiError('ERR_NETWORK', 0)
  }
}
