import { Copy, Inbox, Moon, MoreVertical, Pencil, Plus, Reply, Sun, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ListSkeleton, NothingFound } from '#/components/query-states.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge, CountBadge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ChannelMark } from '#/components/ui/channel-mark.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { ColorPicker } from '#/components/ui/color-picker.tsx'
import { Combobox, MultiSelect } from '#/components/ui/combobox.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ConfirmHost } from '#/components/ui/confirm-host.tsx'
import {
  ContextMenu,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuTrigger,
} from '#/components/ui/context-menu.tsx'
import { Dialog, Sheet } from '#/components/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, Form, FormSection, ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input, PasswordInput, SearchInput } from '#/components/ui/input.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { ColorDot, Pill } from '#/components/ui/pill.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Slider } from '#/components/ui/slider.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { TimeInput } from '#/components/ui/time-input.tsx'
import { Toaster } from '#/components/ui/toaster.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { queueColors } from '#/lib/queue-colors.ts'
import { useStore } from '#/lib/store.ts'
import { theme, toggleTheme } from '#/lib/theme.ts'
import { toast } from '#/lib/toast.ts'

const neutrals = Array.from({ length: 12 }, (_, index) => `--n${index + 1}`)
const meanings = ['accent', 'success', 'warning', 'danger', 'info'] as const
const sizes = ['xs 12', 'sm 13', 'base 14', 'md 16', 'lg 20', 'xl 24'] as const
const queues = [
  { value: 'a', label: 'Vendas', color: queueColors[20] },
  { value: 'b', label: 'Suporte técnico', color: queueColors[24] },
  { value: 'c', label: 'Financeiro e cobrança de clientes inadimplentes', color: queueColors[27] },
]
const rows = Array.from({ length: 500 }, (_, index) => `Linha ${index + 1}`)

/**
 * Shows every component in its states, in development only, to check a change of a design token.
 */
export function DesignScreen() {
  const dark = useStore(theme) === 'dark'
  return (
    <>
      <main className="mx-auto flex max-w-5xl flex-col gap-8 p-6">
        <header className="flex items-center justify-between">
          <h1 className="font-semibold text-xl">Componentes</h1>
          <IconButton label="Tema" icon={dark ? <Sun size={20} /> : <Moon size={20} />} onClick={toggleTheme} />
        </header>
        <Tokens />
        <Actions />
        <Fields />
        <Overlays />
        <Things />
        <States />
      </main>
      <ConfirmHost />
      <Toaster />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-line border-t pt-4">
      <h2 className="font-semibold text-md">{title}</h2>
      {children}
    </section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

function Tokens() {
  return (
    <Section title="Cores e letras">
      <div className="flex overflow-hidden rounded-md border border-line">
        {neutrals.map(name => (
          <span key={name} title={name} className="h-10 flex-1" style={{ background: `var(${name})` }} />
        ))}
      </div>
      <Line>
        {meanings.map(name => (
          <span key={name} className="flex overflow-hidden rounded-md border border-line text-sm">
            <span className="size-9" style={{ background: `var(--${name})` }} />
            <span
              className="flex h-9 items-center px-3"
              style={{ background: `var(--${name}-soft)`, color: `var(--${name}-ink)` }}
            >
              {name}
            </span>
          </span>
        ))}
      </Line>
      <Line>
        {sizes.map(size => (
          <span key={size} style={{ fontSize: `${size.split(' ')[1]}px` }}>
            {size}
          </span>
        ))}
        <span className="font-normal">400</span>
        <span className="font-medium">500</span>
        <span className="font-semibold">600</span>
        <span className="tabular">0123456789</span>
      </Line>
      <div className="flex max-w-md flex-col gap-1">
        <span className="self-start rounded-lg bg-bubble-other px-3 py-1.5">Olá, vocês abrem hoje?</span>
        <span className="self-end rounded-lg bg-bubble-own px-3 py-1.5">Bom dia! Sim, até as 18h.</span>
      </div>
    </Section>
  )
}

function Actions() {
  const [busy, setBusy] = useState(false)
  return (
    <Section title="Ações">
      <Line>
        <Button variant="primary" icon={<Plus size={16} />}>
          Adicionar
        </Button>
        <Button>Secundário</Button>
        <Button variant="ghost">Discreto</Button>
        <Button variant="danger">Excluir</Button>
        <Button variant="danger-ghost">Excluir</Button>
        <Button variant="link">Link</Button>
        <Button disabled>Desativado</Button>
        <Button variant="primary" loading={busy} onClick={() => setBusy(!busy)}>
          Salvar
        </Button>
        <Button size="sm">Pequeno</Button>
      </Line>
      <Line>
        <IconButton label="Editar" icon={<Pencil size={16} />} shortcut="E" />
        <IconButton label="Excluir" icon={<Trash2 size={16} />} tone="danger" />
        <IconButton label="Copiar" icon={<Copy size={16} />} disabledReason="Nada para copiar" />
        <IconButton label="Fixado" icon={<Inbox size={16} />} aria-pressed />
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
        <Spinner />
      </Line>
    </Section>
  )
}

function Fields() {
  const [text, setText] = useState('')
  const [one, setOne] = useState<string | null>('a')
  const [many, setMany] = useState<string[]>(['a', 'b'])
  const [color, setColor] = useState<string>(queueColors[5])
  const [level, setLevel] = useState(0.5)
  const [choice, setChoice] = useState('x')
  const [time, setTime] = useState('08:30')
  const [on, setOn] = useState(true)
  return (
    <Section title="Campos">
      <Form onSubmit={() => undefined}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Nome" required hint="Como aparece para o contato.">
            <Input defaultValue="Maria Andrade" />
          </Field>
          <Field label="E-mail" error="E-mail inválido">
            <Input defaultValue="maria@" />
          </Field>
          <Field label="Senha">
            <PasswordInput defaultValue="segredo" />
          </Field>
          <Field label="Desativado">
            <Input disabled defaultValue="—" />
          </Field>
          <Field label="Escolha">
            <Select options={queues} />
          </Field>
          <Field label="Fila">
            <Combobox value={one} onChange={setOne} options={queues} clearLabel="Nenhuma" />
          </Field>
          <Field label="Filas">
            <MultiSelect value={many} onChange={setMany} options={queues} />
          </Field>
          <Field label="Hora">
            <TimeInput value={time} onChange={setTime} />
          </Field>
          <Field label="Mensagem" aside="12/200">
            <Textarea defaultValue={'Olá\nComo posso ajudar?'} />
          </Field>
          <div className="flex flex-col gap-3">
            <SearchInput label="Buscar" value={text} onChange={setText} />
            <Slider label="Volume" value={level} onChange={setLevel} />
            <ToggleField label="Avisar o contato" hint="Ao transferir.">
              <Switch checked={on} onCheckedChange={setOn} />
            </ToggleField>
            <ToggleField label="Lembrar">
              <Checkbox checked={on} onCheckedChange={value => setOn(value === true)} />
            </ToggleField>
            <RadioGroup
              label="Quando"
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'x', label: 'Agora' },
                { value: 'y', label: 'Depois', hint: 'No próximo dia útil' },
              ]}
            />
          </div>
        </div>
        <FormSection title="Cor" hint="As cinquenta das filas.">
          <ColorPicker value={color} onChange={setColor} taken={[queueColors[3], queueColors[14]]} />
        </FormSection>
      </Form>
    </Section>
  )
}

function Overlays() {
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  return (
    <Section title="Por cima">
      <Line>
        <Button onClick={() => setDialog(true)}>Diálogo</Button>
        <Button onClick={() => setSheet(true)}>Lateral</Button>
        <Button
          onClick={() =>
            void confirm({
              title: 'Excluir o contato Maria Andrade?',
              description: 'Não é possível desfazer.',
              confirmLabel: 'Excluir',
            })
          }
        >
          Confirmação
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton label="Mais opções" icon={<MoreVertical size={16} />} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem icon={<Reply size={16} />} shortcut="R">
              Responder
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<Trash2 size={16} />} tone="danger">
              Excluir
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger>
            <Button>Popover</Button>
          </PopoverTrigger>
          <PopoverContent className="w-60">O que couber aqui.</PopoverContent>
        </Popover>
        <Tooltip content="Uma dica">
          <Button>Dica</Button>
        </Tooltip>
        <Button onClick={() => toast.success('Contato salvo')}>Aviso</Button>
        <Button onClick={() => toast.error(new ApiError('ERR_NO_PERMISSION', 403))}>Erro</Button>
        <Button onClick={() => toast.undo('Atendimento resolvido', () => undefined)}>Desfazer</Button>
        <ContextMenu>
          <ContextMenuTrigger className="rounded-md border border-line-strong border-dashed px-3 py-2 text-ink-2">
            Botão direito aqui
          </ContextMenuTrigger>
          <ContextMenuContent>
            <ContextMenuItem icon={<Copy size={16} />}>Copiar</ContextMenuItem>
            <ContextMenuSeparator />
            <ContextMenuItem icon={<Trash2 size={16} />} tone="danger">
              Apagar
            </ContextMenuItem>
          </ContextMenuContent>
        </ContextMenu>
      </Line>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Transferir atendimento"
        description="O contato é avisado."
        footer={<Button variant="primary">Transferir</Button>}
      >
        <Field label="Nome">
          <Input />
        </Field>
      </Dialog>
      <Sheet open={sheet} onOpenChange={setSheet} title="Contato">
        Detalhes.
      </Sheet>
    </Section>
  )
}

function Things() {
  return (
    <Section title="Coisas">
      <Line>
        {([20, 28, 36, 48, 64] as const).map(size => (
          <Avatar key={size} name="Maria Andrade" size={size} channel="whatsapp" />
        ))}
        <Avatar name="João Souza" channel="instagram" />
        <Avatar name="+55 11 98765-4321" channel="facebook" />
        <Avatar name="Família" group />
        <ChannelMark channel="whatsapp" size={20} />
      </Line>
      <Line>
        <Badge>neutro</Badge>
        {(['accent', 'success', 'warning', 'danger', 'info'] as const).map(tone => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <CountBadge count={3} label="3 não lidas" />
        <CountBadge count={120} tone="neutral" />
        <Pill color={queueColors[20]}>Vendas</Pill>
        <Pill color={queueColors[46]} onRemove={() => undefined} removeLabel="Remover">
          Cliente antigo
        </Pill>
        <ColorDot color={queueColors[7]} />
      </Line>
      <Tabs defaultValue="1">
        <TabsList>
          <TabsTrigger value="1">Ativos</TabsTrigger>
          <TabsTrigger value="2">Resolvidos</TabsTrigger>
        </TabsList>
        <TabsContent value="1" className="py-3">
          Conteúdo
        </TabsContent>
      </Tabs>
      <Tabs defaultValue="1" className="max-w-sm">
        <SegmentedList>
          <SegmentedTrigger value="1">
            Em atendimento <CountBadge count={12} tone="neutral" />
          </SegmentedTrigger>
          <SegmentedTrigger value="2">Aguardando</SegmentedTrigger>
        </SegmentedList>
      </Tabs>
      <Table>
        <TableHead>
          <tr>
            <TableHeader>Nome</TableHeader>
            <TableHeader numeric>Total</TableHeader>
          </tr>
        </TableHead>
        <tbody>
          <TableRow>
            <TableCell>Vendas</TableCell>
            <TableCell numeric>1.204</TableCell>
          </TableRow>
          <TableRow>
            <TableCell>Suporte</TableCell>
            <TableCell numeric>87</TableCell>
          </TableRow>
        </tbody>
      </Table>
      <VirtualList
        label="Linhas"
        items={rows}
        rowHeight={40}
        itemKey={row => row}
        className="h-40 flex-none rounded-md border border-line bg-surface"
      >
        {row => <div className="flex h-full items-center border-line border-b px-3">{row}</div>}
      </VirtualList>
    </Section>
  )
}

function States() {
  return (
    <Section title="Estados">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-h-60 rounded-md border border-line">
          <EmptyState icon={<Inbox size={20} />} title="Nenhum registro" action={<Button>Adicionar</Button>}>
            O que esta tela mostra e como começar.
          </EmptyState>
        </div>
        <div className="flex min-h-60 rounded-md border border-line">
          <NothingFound text="zeca" onClear={() => undefined} />
        </div>
        <div className="flex min-h-60 rounded-md border border-line">
          <ErrorState
            error={new ApiError('ERR_INTERNAL', 500, { requestId: '01J9-req-7f3a' })}
            onRetry={() => undefined}
          />
        </div>
        <div className="flex flex-col gap-3">
          <ListSkeleton rows={3} />
          <Skeleton className="h-8 w-40" />
        </div>
      </div>
    </Section>
  )
}
