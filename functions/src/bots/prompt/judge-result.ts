import { createHash } from 'node:crypto'
import type { PromptCase, PromptFailure, PromptTurn } from '@balcao/shared/entities/prompt-test.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'

type Played = Pick<PromptTurn, 'answer' | 'calls'>
type Judged = Pick<PromptCase, 'expect' | 'mark'> & { markedDigest?: string }

/** Returns a digest of answers, by which the same ones are known again, whatever their spaces. */
export const digestOf = (turns: readonly Played[]): string =>
  createHash('sha256')
    .update(turns.map(({ answer }) => normalizeName(answer).replace(/\s+/g, ' ')).join('\n'))
    .digest('hex')

/** Returns the names of the tools that were called, each once. */
export const toolsIn = (turns: readonly Played[]): string[] => [
  ...new Set(turns.flatMap(({ calls }) => calls.map(({ tool }) => tool))),
]

/**
 * Returns the expectations of a case that a played conversation fails, those of its mark among
 * them. Words are compared without case and accents.
 */
export function judgeResult({ expect, mark, markedDigest }: Judged, turns: readonly Played[]): PromptFailure[] {
  const answers = normalizeName(turns.map(({ answer }) => answer).join('\n'))
  const called = new Set<string>(toolsIn(turns))
  const isSaid = (word: string) => answers.includes(normalizeName(word))
  const isCalled = (tool: string) => called.has(tool)
  const failed = (kind: PromptFailure['kind'], values: readonly string[]) => values.map(value => ({ kind, value }))
  return [
    ...failed(
      'says',
      expect.says.filter(word => !isSaid(word)),
    ),
    ...failed('never', expect.never.filter(isSaid)),
    ...failed(
      'tools',
      expect.tools.filter(tool => !isCalled(tool)),
    ),
    ...failed('noTools', expect.noTools.filter(isCalled)),
    ...(mark?.value === 'good'
      ? failed(
          'good',
          mark.tools.filter(tool => !isCalled(tool)),
        )
      : []),
    ...(mark?.value === 'bad' && markedDigest === digestOf(turns) ? failed('bad', ['']) : []),
  ]
}
