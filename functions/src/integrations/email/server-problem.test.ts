import { LANGUAGES } from '@balcao/shared/rules/language.ts'
import { SERVER_PROBLEMS } from '@balcao/shared/rules/server-problems.ts'
import { describe, expect, it } from 'vitest'
import { serverProblemEmail } from './server-problem.ts'

const given = {
  language: 'pt' as const,
  name: 'Olga\r\nBcc: x@example.com',
  problem: 'diskLow' as const,
  disk: { free: 1_500_000_000, total: 40_000_000_000 },
  link: 'https://loja.example/server',
}

describe('the e-mail about a problem of the server', () => {
  it('says what is wrong, how much room there is, and where to look', () => {
    const { subject, text } = serverProblemEmail(given)
    expect(subject).toBe('O disco do servidor do Balcão está quase cheio')
    expect(text).toContain('Olá, Olga Bcc: x@example.com.')
    expect(text).toContain('Espaço livre: 1,5 GB de 40 GB.')
    expect(text).toContain('https://loja.example/server')
    expect(serverProblemEmail({ ...given, problem: 'queueOld' }).text).not.toContain('Espaço livre')
  })

  it.each(LANGUAGES)('has words of its own for each problem in %s', language => {
    const subjects = SERVER_PROBLEMS.map(problem => serverProblemEmail({ ...given, language, problem }).subject)
    expect(new Set(subjects).size).toBe(SERVER_PROBLEMS.length)
  })
})
