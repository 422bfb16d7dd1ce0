import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { removeFirstFrame } from './remove-first-frame.ts'

describe('the frame of the first answer', () => {
  it('stays while nothing stands in its place, and goes with the first thing that does', async () => {
    document.body.innerHTML = '<div id="root"></div><div id="frame"></div>'
    const root = document.getElementById('root')!
    removeFirstFrame()
    await act(async () => root.append(''))
    expect(document.getElementById('frame')).not.toBeNull()
    await act(async () => root.append(document.createElement('main')))
    expect(document.getElementById('frame')).toBeNull()
  })
})
