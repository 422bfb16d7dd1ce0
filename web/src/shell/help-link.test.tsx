// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FirstUse } from '#/components/query-states.tsx'
import { ScreenHeader } from '#/components/ui/screen-header.tsx'
import { ScreenHelp } from '#/components/ui/screen-help.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { HelpLink } from './help-link.tsx'

afterEach(cleanup)

const open = (path: string) =>
  renderScreen(
    path,
    <ScreenHelp value={HelpLink}>
      <ScreenHeader title="A tela" />
      <FirstUse icon={null} title="Nada ainda" addLabel="Adicionar" onAdd={undefined}>
        Aqui fica tudo.
      </FirstUse>
    </ScreenHelp>,
  )

it('leads from the title and from an empty list to the guide of the screen', async () => {
  await open('/campaigns')
  const links = [await screen.findByRole('link', { name: 'Ajuda desta tela' }), screen.getByText('Como funciona')]
  expect(links.map(link => link.getAttribute('href'))).toEqual(Array(2).fill('/helps?guide=campanhas'))
})

it('is not there on a screen without a guide', async () => {
  await open('/helps')
  await screen.findByText('A tela')
  expect(screen.queryByRole('link')).toBeNull()
})
