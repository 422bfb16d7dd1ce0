// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

const shown = (src: string | null) => <Picture src={src} alt="bolo" instead="sem foto" />

describe('a picture from outside', () => {
  it('that does not load has its placeholder, and is tried again at another address', () => {
    const { rerender } = render(shown('/a.png'))
    fireEvent.error(screen.getByRole('img'))
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('sem foto')).toBeTruthy()
    rerender(shown('/b.png'))
    expect(screen.getByRole('img').getAttribute('src')).toBe('/b.png')
    rerender(shown(null))
    expect(screen.getByText('sem foto')).toBeTruthy()
  })

  it('is tried again when the network returns', () => {
    render(shown('/a.png'))
    fireEvent.error(screen.getByRole('img'))
    fireEvent(window, new Event('online'))
    expect(screen.getByRole('img', { name: 'bolo' })).toBeTruthy()
  })
})
