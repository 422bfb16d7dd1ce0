// Light or dark: the system's choice until a person makes their own.

import { $ } from './dom.js'

const root = document.documentElement
if (localStorage.theme) root.dataset.theme = localStorage.theme
$('theme').addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  localStorage.theme = root.dataset.theme = dark ? 'light' : 'dark'
})
