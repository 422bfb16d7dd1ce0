import { encodePng } from '@balcao/shared/test/encode-png.ts'
import type { Call, SimulatedSystem } from '../simulated-system.ts'

/** Prefix of a shop's pages, by which a link in a message gets a preview. */
const PREFIX = '/simulated/pages/'

const PAGES: Record<string, string> = {
  bolo: `<title>Bolo de cenoura</title>
    <meta property="og:title" content="Bolo de cenoura com cobertura">
    <meta property="og:description" content="Feito na hora, para 12 pessoas. Retirada ou entrega no mesmo dia.">
    <meta property="og:image" content="bolo.png">`,
  horarios: '<title>Horários de atendimento e endereço da Padaria do Balcão, na Rua Augusta</title>',
}

const BODIES: Record<string, string> = {
  horarios: `<nav><a href="bolo">Bolos</a></nav><h1>Horários</h1>
    <p>De segunda a sexta das 8 às 18 horas, aos sábados das 8 às 12 horas.</p>
    <h2>Feriados</h2><p>Em feriados a padaria não abre.</p>`,
}

/**
 * Simulates the pages of a shop: some with a picture, one that
 * redirects, and none under other names.
 */
export function openPages(): SimulatedSystem {
  return {
    serve({ method, url, response }: Call) {
      if (method !== 'GET' || !url.pathname.startsWith(PREFIX)) return false
      const name = url.pathname.slice(PREFIX.length)
      const page = PAGES[name]
      if (name === 'antigo') response.writeHead(301, { location: 'bolo' }).end()
      else if (name === 'bolo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(cake())
      else if (!page) response.writeHead(404, { 'content-type': 'text/html' }).end('<title>404</title>')
      else
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(`<!doctype html><html lang="pt-BR"><head>${page}</head><body>${BODIES[name] ?? ''}</body></html>`)
      return true
    },
  }
}

/** Draws a slice of cake. */
function cake(width = 120, height = 80): Buffer {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isCake = y > 25 && y < 68 && x > 20 && x < 100
      const isTop = isCake && y < 36
      pixels.set(isTop ? [92, 52, 30] : isCake ? [233, 150, 62] : [246, 236, 220], (y * width + x) * 3)
    }
  return encodePng(pixels, width, height)
}
