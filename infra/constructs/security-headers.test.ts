import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

const directives = () =>
  Object.fromEntries(
    contentSecurityPolicy(['https://files.example'], ['wss://socket.example'])
      .split('; ')
      .map(directive => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

describe('the content security policy', () => {
  it('shows in frames our own files and the player of help videos, and nothing else', () => {
    expect(directives()['frame-src']).toEqual([
      "'self'",
      'blob:',
      'https://www.youtube-nocookie.com',
      'https://files.example',
    ])
  })

  it('takes nothing else from the player: no picture, script, call or style', () => {
    const { 'frame-src': _, ...others } = directives()
    expect(JSON.stringify(others)).not.toContain('youtube')
    for (const name of ['script-src', 'style-src']) expect(others[name]).toEqual(["'self'"])
  })
})
