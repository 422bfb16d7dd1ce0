// @vitest-environment jsdom
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { QueueOption } from '@balcao/shared/entities/queue-option.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { MEDIA_REFUSALS, type MediaValue, rowMedia, useSaveWithMedia } from '#/lib/row-media.ts'
import { api } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { MediaField } from './media-field.tsx'
import { RowDialog } from './row-dialog.tsx'
import { Field } from './ui/field.tsx'
import { Input } from './ui/input.tsx'

const picture = () => new File(['pixels'], 'prato.png', { type: 'image/png' })
const kept = { path: 'https://files.example/menu.pdf', name: 'Cardápio.pdf', type: 'application' } as const

const chosen = vi.fn<(value: MediaValue) => void>()
function Alone({ start }: { start: MediaValue }) {
  const [value, setValue] = useState(start)
  const change = (next: MediaValue) => {
    chosen(next)
    setValue(next)
  }
  return <MediaField label="Arquivo" value={value} onChange={change} />
}
let closed: number
/** As a dialog checks them: the body's fields, and the file beside them. */
const fields = z.object({ title: z.string(), media: z.custom<MediaValue>() })
const at = '2026-11-20T12:00:00.000Z'
const option = (change: Partial<QueueOption> = {}): QueueOption => ({
  id: newId(),
  queueId: newId(),
  parentId: null,
  title: 'Cardápio',
  message: '',
  option: 1,
  kind: 'text',
  targetQueueId: null,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const withFile = { mediaPath: kept.path, mediaName: kept.name, mediaType: kept.type }

function OptionDialog({ row }: { row: QueueOption | null }) {
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: { title: row?.title ?? '', media: rowMedia(row) as MediaValue },
  })
  const save = useSaveWithMedia(row)
  return (
    <RowDialog
      form={form}
      title="Opção"
      save={({ media, ...body }) =>
        save(media, (known, sentFiles, gone) =>
          known
            ? api(queueOptions.update, { params: { id: known.id }, body: { ...body, ...gone } }, sentFiles)
            : api(queueOptions.create, { body: { ...body, queueId: newId() } }, sentFiles),
        )
      }
      list={queueOptions.list}
      rowsKey={null}
      saved="Salvo"
      fieldOf={MEDIA_REFUSALS}
      onClose={() => closed++}
    >
      <Field label="Título">
        <Input {...form.register('title')} />
      </Field>
      <Controller
        control={form.control}
        name="media"
        render={({ field, fieldState }) => (
          <MediaField
            label="Arquivo"
            value={field.value}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
          />
        )}
      />
    </RowDialog>
  )
}
beforeEach(() => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
})
afterEach(cleanup)

describe('the field', () => {
  const show = async (start: MediaValue) => {
    chosen.mockClear()
    await renderScreen('/queues', <Alone start={start} />)
    return within(await screen.findByRole('group', { name: 'Arquivo' }))
  }

  it('takes a file, shows picture, name and size, and lets it go again with the focus where one can choose', async () => {
    const field = await show(null)
    const file = picture()
    await userEvent.upload(field.getByTestId('media'), file)
    expect(chosen).toHaveBeenLastCalledWith(file)
    expect(field.getByText('prato.png')).toBeTruthy()
    expect(field.getByText('Imagem · 0,1 KB')).toBeTruthy()
    expect(screen.getByRole('group').querySelector('img')?.getAttribute('src')).toBe('blob:made')
    expect(field.getByRole('status').textContent).toBe('Arquivo: prato.png')
    await userEvent.click(field.getByRole('button', { name: 'Remover arquivo' }))
    expect(chosen).toHaveBeenLastCalledWith(null)
    expect(document.activeElement).toBe(field.getByRole('button', { name: 'Escolher arquivo' }))
    expect(field.getByRole('status').textContent).toBe('Sem arquivo')
  })

  it('shows the file a row has; a sign stands in for a picture that does not load', async () => {
    const field = await show(kept)
    expect(field.getByText('Cardápio.pdf')).toBeTruthy()
    expect(field.getByText('Documento')).toBeTruthy()
    expect(screen.getByRole('group').querySelector('img')).toBeNull()
    cleanup()
    await show({ path: 'https://files.example/gone.png', name: 'x.png', type: 'image' })
    fireEvent.error(screen.getByRole('group').querySelector('img')!)
    expect(screen.getByRole('group').querySelector('img')).toBeNull()
  })

  it('refuses what is too large or empty by name, and keeps what it had', async () => {
    const field = await show(kept)
    const large = picture()
    Object.defineProperty(large, 'size', { value: 5 * 2 ** 20 })
    await userEvent.upload(field.getByTestId('media'), large)
    expect(field.getByRole('alert').textContent).toBe('No máximo 4,3 MB: prato.png tem 5 MB.')
    await userEvent.upload(field.getByTestId('media'), new File([], 'nada.txt'))
    expect(field.getByRole('alert').textContent).toBe('nada.txt está vazio.')
    expect(chosen).not.toHaveBeenCalled()
    expect(field.getByText('Cardápio.pdf')).toBeTruthy()
    await userEvent.upload(field.getByTestId('media'), picture())
    expect(field.queryByRole('alert')).toBeNull()
  })

  it('takes a dropped file, one only, and leaves dropped text to the page', async () => {
    const field = await show(null)
    const box = screen.getByRole('group')
    const files = [picture(), picture()]
    fireEvent.dragOver(box, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } })
    expect(field.getByText('Solte o arquivo aqui')).toBeTruthy()
    fireEvent.drop(box, { dataTransfer: { types: ['Files'], files } })
    expect(field.getByRole('alert').textContent).toBe('Solte um arquivo de cada vez.')
    expect(fireEvent.drop(box, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
    expect(fireEvent.drop(box, { dataTransfer: { types: ['Files'], files: files.slice(1) } })).toBe(false)
    expect(chosen.mock.calls).toEqual([[files[1]]])
  })
})

describe('a dialog with fields and a file', () => {
  let backend: Awaited<ReturnType<typeof startBackend>>
  beforeEach(async () => {
    backend = await startBackend()
    closed = 0
  })
  afterEach(() => backend.stop())

  const open = async (row: QueueOption | null) => {
    await renderScreen('/queues', <OptionDialog row={row} />)
    return within(await screen.findByRole('dialog'))
  }
  const saved = () => backend.calls.map(({ method, path }) => `${method} ${path}`)

  it('is one save: the row with its file', async () => {
    const made = option()
    backend.on(queueOptions.create, () => ({ status: 201, body: option({ ...made, ...withFile }) }))
    const dialog = await open(null)
    await userEvent.type(dialog.getByLabelText('Título'), 'Cardápio')
    await userEvent.upload(dialog.getByTestId('media'), picture())
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    expect(saved()).toEqual(['POST /queue-options'])
    const { file, row } = backend.calls[0]!.body as { file: unknown; row: string }
    expect(file).toEqual({ name: 'prato.png', type: 'image/png', text: 'pixels' })
    expect(JSON.parse(row)).toMatchObject({ title: 'Cardápio' })
  })

  it('stays open with the reason when the file fails; the next try is the same call', async () => {
    const made = option()
    backend.on(queueOptions.create, () => ({ status: 415, body: { error: 'ERR_UPLOAD_TYPE' } }))
    const dialog = await open(null)
    await userEvent.type(dialog.getByLabelText('Título'), 'Cardápio')
    await userEvent.upload(dialog.getByTestId('media'), picture())
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/tipo/i)
    expect(closed).toBe(0)
    backend.on(queueOptions.create, () => ({ status: 201, body: option({ ...made, ...withFile }) }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    expect(saved()).toEqual(['POST /queue-options', 'POST /queue-options'])
  })

  it('leaves a file that stays alone, and takes away one that was removed', async () => {
    const row = option(withFile)
    backend.on(queueOptions.update, () => ({ body: row }))
    const dialog = await open(row)
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(1))
    expect(saved()).toEqual([`PUT /queue-options/${row.id}`])
    await userEvent.click(dialog.getByRole('button', { name: 'Remover arquivo' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(closed).toBe(2))
    expect(saved()).toEqual([`PUT /queue-options/${row.id}`, `PUT /queue-options/${row.id}`])
    expect(backend.calls.map(({ body }) => (body as { media?: null }).media)).toEqual([undefined, null])
  })
})
