// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { completeDom } from '#/testing/render-screen.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  menuPanelParts,
} from './dropdown-menu.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'
import { Switch } from './switch.tsx'
import { Tooltip } from './tooltip.tsx'

beforeEach(completeDom)
afterEach(cleanup)

const chosen = vi.fn()

function Menu() {
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton label="Mais" icon="⋮" />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => chosen('first')}>Transferir</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => chosen('second')}>Resolver</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <button type="button">Outro</button>
    </>
  )
}

describe('a menu', () => {
  const button = () => screen.getByRole('button', { name: 'Mais', hidden: true })

  it('is not there before it is asked for, and is of its button', async () => {
    render(<Menu />)
    expect(button().getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button())
    const menu = await screen.findByRole('menu', { name: 'Mais' })
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().getAttribute('aria-controls')).toBe(menu.id)
    await userEvent.click(button())
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('by keyboard: opens on its first entry, moves, chooses, and gives the focus back', async () => {
    chosen.mockClear()
    render(<Menu />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Transferir'))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Resolver')
    await userEvent.keyboard('{Enter}')
    expect(chosen).toHaveBeenCalledExactlyOnceWith('second')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button()))
  })

  it('Esc closes it without choosing; a click elsewhere leaves the focus there', async () => {
    chosen.mockClear()
    render(<Menu />)
    await userEvent.click(button())
    await screen.findByRole('menu')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    expect(screen.queryByRole('menu')).toBeNull()

    await userEvent.click(button())
    await screen.findByRole('menu')
    await userEvent.click(screen.getByRole('button', { name: 'Outro' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await act(() => new Promise(resolve => setTimeout(resolve)))
    expect(document.activeElement?.textContent).toBe('Outro')
    expect(chosen).not.toHaveBeenCalled()
  })

  it('that cannot be fetched closes, and is fetched again at the next click', async () => {
    const before = menuPanelParts.store.get()
    menuPanelParts.store.set(null)
    const failing = vi.spyOn(menuPanelParts, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    render(<Menu />)
    await userEvent.click(button())
    await waitFor(() => expect(button().getAttribute('aria-expanded')).toBe('false'))
    failing.mockRestore()
    await userEvent.click(button())
    expect(await screen.findByRole('menu')).toBeDefined()
    menuPanelParts.store.set(before)
  })
})

describe('a popover', () => {
  const show = () =>
    render(
      <>
        <Popover>
          <PopoverTrigger>
            <IconButton label="Emoji" icon="☺" />
          </PopoverTrigger>
          <PopoverContent aria-label="Escolha">
            <button type="button">😀</button>
          </PopoverContent>
        </Popover>
        <button type="button">Outro</button>
      </>,
    )

  it('opens with the focus inside, and Esc gives it back', async () => {
    show()
    const button = screen.getByRole('button', { name: 'Emoji' })
    await userEvent.click(button)
    const panel = await screen.findByRole('dialog', { name: 'Escolha' })
    expect(button.getAttribute('aria-controls')).toBe(panel.id)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('😀'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('its own button closes it, and so does a click elsewhere', async () => {
    show()
    const button = screen.getByRole('button', { name: 'Emoji' })
    await userEvent.click(button)
    await screen.findByRole('dialog')
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button)
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'Outro' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a hint', () => {
  const show = () =>
    render(
      <Tooltip content="Esc sai">
        <button type="button">Sair</button>
      </Tooltip>,
    )

  it('shows when a pointer rests on the control, describes it, and goes with the pointer', async () => {
    show()
    const button = screen.getByRole('button')
    await userEvent.hover(button)
    const hint = await screen.findByRole('tooltip')
    expect(hint.textContent).toBe('Esc sai')
    expect(button.getAttribute('aria-describedby')).toBe(hint.id)
    await userEvent.unhover(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    expect(button.hasAttribute('aria-describedby')).toBe(false)
  })

  it('can be pointed at, and Esc closes it', async () => {
    show()
    await userEvent.hover(screen.getByRole('button'))
    await userEvent.hover(await screen.findByRole('tooltip'))
    await act(() => new Promise(resolve => setTimeout(resolve, 200)))
    expect(screen.getByRole('tooltip')).toBeDefined()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('shows to the keyboard at once and goes when the control is used', async () => {
    show()
    await userEvent.tab()
    expect(await screen.findByRole('tooltip')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

describe('a button of an icon', () => {
  it('that is disabled under the pointer takes its hint along, and is without it when it is enabled elsewhere', async () => {
    const { rerender } = render(<IconButton label="Mais antigo" icon="↑" />)
    await userEvent.hover(screen.getByRole('button'))
    await screen.findByRole('tooltip')
    rerender(<IconButton label="Mais antigo" icon="↑" disabled />)
    expect(screen.queryByRole('tooltip')).toBeNull()
    rerender(<IconButton label="Mais antigo" icon="↑" />)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

describe('a switch', () => {
  it('says and changes its state by pointer and key, and not while disabled', async () => {
    const change = vi.fn()
    const { rerender } = render(<Switch aria-label="Som" checked={false} onCheckedChange={change} />)
    const control = screen.getByRole('switch', { name: 'Som', checked: false })
    await userEvent.click(control)
    expect(change).toHaveBeenLastCalledWith(true)
    rerender(<Switch aria-label="Som" checked onCheckedChange={change} />)
    screen.getByRole('switch', { checked: true }).focus()
    await userEvent.keyboard(' ')
    expect(change).toHaveBeenLastCalledWith(false)
    rerender(<Switch aria-label="Som" checked disabled onCheckedChange={change} />)
    await userEvent.click(control)
    expect(change).toHaveBeenCalledTimes(2)
  })
})
