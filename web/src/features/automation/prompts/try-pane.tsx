import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { TrialCall } from '@balcao/shared/entities/prompt-test.ts'
import { useMutation } from '@tanstack/react-query'
import { RotateCcw, SendHorizontal, UserRound } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { TrialCalls } from './trial-calls.tsx'

type TrialMessage = { fromMe: boolean; body: string; calls?: readonly TrialCall[] }

interface TryPaneProps {
  /** Agent whose stored key is used while none is typed. */
  promptId: string | undefined
  /** Returns the agent with the values of the form. */
  draft: () => z.input<typeof prompts.create.body>
}

/** Shows a short conversation with an agent before contacts have one; it counts as use. */
export function TryPane({ promptId, draft }: TryPaneProps) {
  const { t } = useTranslation('prompts')
  const errorText = useErrorText()
  const [history, setHistory] = useState<TrialMessage[]>([])
  const [text, setText] = useState('')
  /** State that the tools of this conversation go on from. */
  const [trial, setTrial] = useState<string | null>(null)
  const [handsOver, setHandsOver] = useState<string | null>(null)
  const ask = useMutation({
    mutationFn: (messages: TrialMessage[]) => {
      const { prompt, apiKey, model, maxTokens, temperature, ...rest } = draft()
      const { tools, mayFinishOrders, finishLimit, storeId, knowledge } = rest
      const body = {
        ...{ prompt, model, maxTokens, temperature, tools, mayFinishOrders, finishLimit, storeId, knowledge },
        messages: messages
          .filter(({ body: words }) => words !== '')
          .slice(-20)
          .map(({ fromMe, body: words }) => ({ fromMe, body: words })),
      }
      return api(prompts.attempt, {
        body: {
          ...body,
          ...(apiKey ? { apiKey } : {}),
          ...(promptId ? { promptId } : {}),
          ...(trial === null ? {} : { trial }),
        },
      })
    },
    onSuccess: ({ answer, calls, trial: kept, handsOver: reason, usage }) => {
      if (answer || calls.length > 0) setHistory(before => [...before, { fromMe: true, body: answer, calls }])
      setTrial(kept)
      setHandsOver(reason)
      queryClient.setQueryData(apiQuery(prompts.usage).queryKey, usage)
    },
  })
  const log = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is said is at the end
  useEffect(() => {
    const box = log.current
    if (box) box.scrollTop = box.scrollHeight
  }, [history, ask.isPending, ask.isError, handsOver])
  const send = () => {
    const body = text.trim()
    if (!body || ask.isPending) return
    const messages = [...history, { fromMe: false, body }]
    setHistory(messages)
    setText('')
    setHandsOver(null)
    ask.mutate(messages)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    // Otherwise it would submit the form and save the agent.
    event.preventDefault()
    send()
  }
  const again = () => {
    setHistory([])
    setTrial(null)
    setHandsOver(null)
    ask.reset()
  }
  return (
    <section
      aria-label={t('try.title')}
      className="flex max-h-[36rem] min-h-72 min-w-0 flex-col rounded-md border border-line bg-canvas"
    >
      <header className="flex items-center justify-between gap-2 border-line border-b px-3 py-2">
        <h3 className="font-medium">{t('try.title')}</h3>
        {history.length > 0 && (
          <IconButton size="sm" label={t('try.again')} icon={<RotateCcw size={16} />} onClick={again} />
        )}
      </header>
      <div
        ref={log}
        role="log"
        aria-label={t('try.log')}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3"
      >
        {history.length === 0 && <p className="text-ink-2 text-sm">{t('try.hint')}</p>}
        {history.map((each, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added at the end
          <Fragment key={i}>
            {each.calls && <TrialCalls calls={each.calls} />}
            {each.body && (
              <p
                className={cn(
                  'max-w-[85%] whitespace-pre-wrap break-words rounded-lg px-3 py-1.5',
                  each.fromMe ? 'self-end bg-bubble-own' : 'self-start bg-bubble-other',
                )}
              >
                <bdi>{each.body}</bdi>
              </p>
            )}
          </Fragment>
        ))}
        {ask.isPending && <Spinner size={16} />}
        {handsOver !== null && (
          <p className="flex items-center gap-1.5 text-ink-2 text-sm">
            <UserRound size={14} className="icon shrink-0" />
            {handsOver ? t('try.handsOverWhy', { reason: handsOver }) : t('try.handsOver')}
          </p>
        )}
        {ask.isError && (
          <p role="alert" className="text-danger-ink text-sm">
            {errorText(ask.error)}
          </p>
        )}
      </div>
      <div className="flex items-center gap-2 border-line border-t p-2">
        <Input
          aria-label={t('try.message')}
          placeholder={t('try.message')}
          value={text}
          maxLength={4000}
          autoComplete="off"
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label={t('try.send')} icon={<SendHorizontal size={18} />} onClick={send} />
      </div>
    </section>
  )
}
