import { expect, test } from 'vitest'
import { aboutText } from './schedule-words.ts'

const about = {
  edited: null,
  canMail: true,
  email: 'anna@buyer.example',
  next: '03/09/2026',
  filters: 'with its filter',
}

test('the dialog says when the next one comes, and of a paused one that saving leaves it so', () => {
  expect(aboutText(about)).toContain('The page with its filter is sent as PDF to anna@buyer.example')
  const edited = { name: 'Mondays', isPaused: false }
  expect(aboutText({ ...about, edited })).toMatch(
    /^You are changing "Mondays". It is sent .* next on 03\/09\/2026, New York/,
  )
  const paused = aboutText({ ...about, edited: { ...edited, isPaused: true } })
  expect(paused).toContain('It stays paused when you save')
  expect(paused).not.toContain(about.next)
})

test('without a mail server nothing is promised', () => {
  expect(aboutText({ ...about, canMail: false })).toBe('This portal does not send email.')
})
