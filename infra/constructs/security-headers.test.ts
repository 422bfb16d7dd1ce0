import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from './repository.ts'
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
  })

  it('runs scripts and takes styles of our own files, and what the first answer is drawn with, word for word', () => {
    const { 'script-src': scripts, 'style-src': styles } = directives()
    const hash = (file: string) => {
      const text = readFileSync(join(REPOSITORY, 'web/frame', file))
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(scripts).toEqual(["'self'", hash('frame.js')])
    expect(styles).toEqual(["'self'", hash('frame.css')])
  })

  it('takes the worker and the manifest of the installed app from our own origin alone', () => {
    expect(directives()['worker-src']).toEqual(["'self'", 'blob:'])
    expect(directives()['manifest-src']).toEqual(["'self'"])
  })
})
