// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyCaps, listenForShortcuts, useShortcut } from './shortcuts.ts'

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

const use = (
  keys: string | string[],
  more: { inFields?: boolean; enabled?: boolean; when?: () => boolean; name?: string } = {},
) =>
  renderHook(() =>
    useShortcut({
      keys,
      label: 'x',
      group: 'g',
      ...more,
      run: () => pressed.push(more.name ?? [keys].flat()[0] ?? ''),
    }),
  )

describe('shortcuts', () => {
  it('run on their key, with and without Shift as written', () => {
    use('a')
    use('?')
    press('a')
    press('A', { shiftKey: true })
    press('?', { shiftKey: true })
    press('a', { ctrlKey: true })
    expect(pressed).toEqual(['a', '?'])
  })

  it('leave text fields alone, except those with Ctrl', () => {
    use('a')
    use('mod+k')
    const field = document.body.appendChild(document.createElement('textarea'))
    press('a', {}, field)
    press('k', { ctrlKey: true }, field)
    expect(pressed).toEqual(['mod+k'])
  })

  it('rest while a dialog is open', () => {
    use('j')
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    press('j')
    dialog.remove()
    press('j')
    expect(pressed).toEqual(['j'])
  })

  it('go to the latest of two, and back to the first when that one leaves', () => {
    use('e', { name: 'screen' })
    const second = use('e', { name: 'row' })
    press('e')
    second.unmount()
    press('e')
    expect(pressed).toEqual(['row', 'screen'])
  })

  it('of one place count there before all others, and nowhere else', () => {
    let there = true
    use('e', { name: 'message', when: () => there })
    use('e', { name: 'screen' })
    press('e')
    there = false
    press('e')
    expect(pressed).toEqual(['message', 'screen'])
  })

  it('skip what is switched off', () => {
    use('e', { enabled: false })
    press('e')
    expect(pressed).toEqual([])
  })
})

describe('key caps', () => {
  it('are what stands on the keys', () => {
    expect(keyCaps('mod+k')).toEqual(['Ctrl', 'K'])
    expect(keyCaps('+')).toEqual(['+'])
    expect(keyCaps('ArrowDown')).toEqual(['↓'])
  })
})
