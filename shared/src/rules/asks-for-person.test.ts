import { describe, expect, it } from 'vitest'
import { asksForPerson } from './asks-for-person.ts'

describe('a contact who asks for a person', () => {
  it.each([
    'atendente',
    'Quero um ATENDENTE por favor',
    'humano!!',
    'posso falar com uma pessoa?',
    'quero falar com alguém da loja',
    'falar  com   o responsável',
    'I want a human',
    'can I talk to a real person',
    'let me speak with someone',
    'representative please',
    'quiero hablar con una persona',
    'Un asesor humano',
    'hablar con alguien',
  ])('is heard in %s', text => expect(asksForPerson(text)).toBe(true))

  it.each([
    'mesa para quatro pessoas',
    'qual o telefone dos recursos humanos?',
    'human resources opening hours',
    'you sell to people?',
    'agente de viagens, quanto custa?',
    'quero falar sobre preço',
    '',
  ])('is not heard in %s', text => expect(asksForPerson(text)).toBe(false))
})
