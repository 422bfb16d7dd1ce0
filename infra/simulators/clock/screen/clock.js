// The clock of timers in the header: its time, and buttons that move it ahead.

const HOUR = 3600

const nav = document.getElementById('actions') ?? document.getElementById('pages')
const time = Object.assign(document.createElement('time'), { id: 'clock', title: 'Relógio dos agendamentos' })
const steps = [
  ['+1 h', HOUR],
  ['+1 dia', 24 * HOUR],
].map(([name, seconds]) => {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name })
  button.title = `Adianta o relógio dos agendamentos: ${name}`
  button.addEventListener('click', () => advance(seconds))
  return button
})
nav.prepend(time, ...steps)

let ahead = 0

const tick = () => {
  const now = new Date(Date.now() + ahead)
  time.dateTime = now.toISOString()
  time.textContent = now.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })
}

async function ask(init) {
  const response = await fetch('/sim/clock', init)
  const answer = await response.json()
  if (response.ok) ahead = Date.parse(answer.now) - Date.now()
  else time.textContent = answer.error
  if (response.ok) tick()
}

async function advance(advanceSeconds) {
  for (const button of steps) button.disabled = true
  try {
    await ask({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds }),
    })
  } finally {
    for (const button of steps) button.disabled = false
  }
}

await ask()
setInterval(tick, 1000)
