// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { LostFile } from './lost-file.tsx'

const fetched = vi.fn<typeof fetch>()
const LINK = 'https://balde.exemplo/a.png?X-Amz-Date=20260101T000000Z&X-Amz-Expires=1200&X-Amz-Signature=1'

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answer = (status: number) => fetched.mockImplementation(async () => new Response(null, { status }))
const show = (src: string, name = 'bolo.heic') =>
  renderScreen('/conversation', <LostFile src={src} kind="image" name={name} />)

const links = [LINK, '/fresh.png']
const read = vi.fn(async () => ({ picture: { path: links.shift() ?? '/too-many.png' } }))
const other = vi.fn(async () => ({}))
function Scene() {
  const { data } = useQuery({ queryKey: ['with the link'], queryFn: read })
  useQuery({ queryKey: ['without'], queryFn: other })
  return data && <LostFile src={data.picture.path} kind="image" name="bolo.png" />
}

describe('a file that cannot be shown', () => {
  it('is named and can be saved while it is there, in each language', async () => {
    answer(200)
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
    await show('/a.heic')
    expect(screen.getByText('bolo.heic')).toBeTruthy()
    expect(screen.getByText('Não foi possível mostrar')).toBeTruthy()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Baixar bolo.heic' }))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(clicked).toEqual(['bolo.heic']))
    expect(await axeFaults()).toEqual([])
    await act(() => changeLanguage('en'))
    expect(await screen.findByRole('button', { name: 'Download bolo.heic' })).toBeTruthy()
    await act(() => changeLanguage('es'))
    expect(await screen.findByText('No se pudo mostrar')).toBeTruthy()
    await act(() => changeLanguage('pt'))
  })

  it('has its kind for a name where it has none', async () => {
    answer(200)
    await show('/a.heic', '')
    expect(screen.getByRole('button', { name: 'Baixar Imagem' })).toBeTruthy()
  })

  it('is not offered once it is gone', async () => {
    answer(404)
    await show('/a.heic')
    expect(await screen.findByText('O arquivo não está mais disponível')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('gets another link where its own has expired, by what gave it, once', async () => {
    answer(403)
    await renderScreen('/conversation', <Scene />)
    expect(await screen.findByText('O arquivo não está mais disponível')).toBeTruthy()
    expect(fetched.mock.calls.map(([src]) => src)).toEqual([LINK, '/fresh.png'])
    expect(read).toHaveBeenCalledTimes(2)
    expect(other).toHaveBeenCalledOnce()
  })
})
