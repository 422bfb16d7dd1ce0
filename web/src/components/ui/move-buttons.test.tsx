// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { MoveButtons } from './move-buttons.tsx'

afterEach(cleanup)

function Rows() {
  const [rows, setRows] = useState(['a', 'b', 'c'])
  const move = (from: number, by: -1 | 1) => setRows(rows.toSpliced(from, 1).toSpliced(from + by, 0, rows[from]!))
  return (
    <ul aria-label={rows.join('')}>
      {rows.map((name, index) => (
        <li key={name}>
          <MoveButtons
            upLabel={`up ${name}`}
            downLabel={`down ${name}`}
            index={index}
            count={rows.length}
            onMove={by => move(index, by)}
          />
        </li>
      ))}
    </ul>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.getAttribute('aria-label')

it('keeps the focus on the row that is moved, on the other button at either end', async () => {
  render(<Rows />)
  const user = userEvent.setup()
  button('down a').focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('list').getAttribute('aria-label')).toBe('bac')
  expect(focused()).toBe('down a')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('list').getAttribute('aria-label')).toBe('bca')
  expect(focused()).toBe('up a')
  await user.keyboard('{Enter}{Enter}')
  expect(screen.getByRole('list').getAttribute('aria-label')).toBe('abc')
  expect(focused()).toBe('down a')
})
