// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShortcutId } from './shortcut-keys.ts'
import {
  canRunShortcut,
  keyCaps,
  keyText,
  listenForShortcuts,
  runShortcut,
  type Shortcut,
  takeNextKey,
  useShortcut,
} from './shortcuts.ts'

let stop: () => void
const pressed: string[] = []

beforeEach(() => {
  pressed.length = 0
  stop = listenForShortcuts()
})
afterEach(() => {
  stop()
  cleanup()
  document.body.innerHTML = ''
})

function press(key: string, options: KeyboardEventInit = {}, target: Element = document.body) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
}

const use = (id: ShortcutId, { name = id, ...more }: Partial<Shortcut> & { name?: string } = {}) =>
  renderHook(() => useShortcut(id, { ...more, run: () => pressed.push(name) }))

describe('shortcuts', () => {
  it('run on their key, with and without Shift as written', () => {
    use('tickets.new')
    use('message.copy')
    use('general.map')
    press('c')
    press('C', { shiftKey: true })
    press('?', { shiftKey: true })
    press('c', { ctrlKey: true })
    expect(pressed).toEqual(['tickets.new', 'message.copy', 'general.map'])
  })

  it('leave text fields alone, except those with Ctrl', () => {
    use('tickets.accept')
    use('general.commands')
    const field = document.body.appendChild(document.createElement('textarea'))
    press('a', {}, field)
    press('k', { ctrlKey: true }, field)
    expect(pressed).toEqual(['general.commands'])
  })

  it('rest while a dialog is open', () => {
    use('lists.next')
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    press('j')
    dialog.remove()
    press('j')
    expect(pressed).toEqual(['lists.next'])
  })

  it('go to the latest of two, and back to the first when that one leaves', () => {
    use('tickets.accept', { name: 'screen' })
    const second = use('tickets.accept', { name: 'row' })
    press('a')
    second.unmount()
    press('a')
    expect(pressed).toEqual(['row', 'screen'])
  })

  it('are there from the frame that shows what they act on', () => {
    renderHook(() => {
      useShortcut('conversation.macro', { run: () => pressed.push('macro') })
      useLayoutEffect(() => press('w'), [])
    })
    expect(pressed).toEqual(['macro'])
  })

  it('of one place count there before all others, and nowhere else', () => {
    let there = true
    use('tickets.accept', { name: 'row', when: () => there })
    use('tickets.accept', { name: 'screen' })
    press('a')
    there = false
    press('a')
    expect(pressed).toEqual(['row', 'screen'])
  })

  it('skip what is switched off, also for the command bar', () => {
    use('conversation.resolve', { enabled: false })
    press('e')
    runShortcut('conversation.resolve')
    expect([pressed, canRunShortcut('conversation.resolve')]).toEqual([[], false])
  })

  it('run without their key', async () => {
    use('conversation.resolve')
    runShortcut('conversation.resolve')
    await vi.waitFor(() => expect(pressed).toEqual(['conversation.resolve']))
    expect(canRunShortcut('conversation.resolve')).toBe(true)
  })
})

describe('a sequence', () => {
  it('takes its second key from everything else, once', () => {
    use('conversation.transfer')
    takeNextKey(key => pressed.push(`go ${key}`))
    press('Shift')
    press('t')
    press('t')
    expect(pressed).toEqual(['go t', 'conversation.transfer'])
  })

  it('is forgotten where the next key belongs to a field or a modifier', () => {
    use('general.commands')
    takeNextKey(key => pressed.push(`go ${key}`))
    press('k', { ctrlKey: true })
    const field = document.body.appendChild(document.createElement('textarea'))
    takeNextKey(key => pressed.push(`go ${key}`))
    press('t', {}, field)
    press('t')
    expect(pressed).toEqual(['general.commands'])
  })
})

describe('key caps', () => {
  it('are what stands on the keys', () => {
    expect(keyCaps('mod+k')).toEqual(['Ctrl', 'K'])
    expect(keyCaps('+')).toEqual(['+'])
    expect(keyCaps('ArrowDown')).toEqual(['↓'])
    expect(keyText('message.copy')).toBe('⇧ C')
  })
})
