/** Largest size of a guide's picture, bytes: *Ajuda* is read over mobile networks, too. */
export const MAX_BYTES = 60_000

/** Part of a screen of 1440 × 900 px. */
interface Cut {
  /** Name of the screen's picture. */
  screen: string
  left: number
  top: number
  width: number
  height: number
}

/** Begins beside the drawer and below the top bar. */
const CONTENT = { left: 240, top: 52, width: 1200 }

/** Picture of each guide that has one. */
export const CUTS: Readonly<Record<string, Cut>> = {
  'conectar-um-numero': { screen: 'connections', ...CONTENT, height: 280 },
  'filas-e-horarios': { screen: 'queues', ...CONTENT, height: 260 },
  'usuarios-e-direitos': { screen: 'users', ...CONTENT, height: 300 },
  'atender-e-transferir': { screen: 'conversation', ...CONTENT, height: 848 },
  'observacoes-e-respostas-rapidas': { screen: 'composer-note', left: 600, top: 470, width: 840, height: 430 },
  agendamentos: { screen: 'schedules', ...CONTENT, height: 848 },
  campanhas: { screen: 'campaign-dialog', left: 272, top: 24, width: 896, height: 852 },
  'agentes-de-ia': { screen: 'agent-dialog', left: 272, top: 24, width: 896, height: 852 },
  'produtos-e-clientes': { screen: 'products', ...CONTENT, height: 640 },
  'pedidos-e-pix': { screen: 'order', left: 736, top: 0, width: 704, height: 900 },
  relatorios: { screen: 'dashboard', ...CONTENT, top: 156, height: 720 },
  'trazer-dados': { screen: 'bring-data-check', ...CONTENT, height: 848 },
  'assinatura-e-faturas': { screen: 'subscription', ...CONTENT, height: 720 },
}
