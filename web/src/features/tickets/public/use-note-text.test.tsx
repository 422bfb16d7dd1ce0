// @vitest-environment jsdom
import { newId } from '@balcao/shared/ids.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { changeLanguage } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { useNoteText } from './use-note-text.ts'

afterEach(cleanup)

const written = {
  ...{ id: newId(), ticketId: newId(), contactId: newId(), createdAt: '2026-11-20T12:00:00.000Z' },
  user: { id: newId(), name: 'Segunda via' },
}
function Note(props: Parameters<typeof useNoteText>[0]) {
  const { text, by } = useNoteText(props)
  return <p>{`${by}: ${text}`}</p>
}

it('a machine’s note is read in one’s own language, a person’s and one of an unknown reason as they were written', async () => {
  await renderScreen(
    '/inbox',
    <>
      <Note
        {...written}
        note="em português"
        reason={reasonOf('billDown', { words: 'IXC', error: 'ERR_ERP_UNREACHABLE' })}
      />
      <Note {...written} note="de gente" user={{ id: newId(), name: 'Ana' }} />
      <Note {...written} note="de amanhã" reason={{ note: 'laterThanThis' }} />
    </>,
  )
  await act(() => changeLanguage('en'))
  expect(await screen.findByText(/^Second copy: Second copy: IXC\. The billing system/)).toBeTruthy()
  expect(screen.getByText('Ana: de gente')).toBeTruthy()
  expect(screen.getByText('Segunda via: de amanhã')).toBeTruthy()
  await act(() => changeLanguage('pt'))
  expect(screen.getByText(/^Segunda via: Segunda via: IXC\. /)).toBeTruthy()
})
