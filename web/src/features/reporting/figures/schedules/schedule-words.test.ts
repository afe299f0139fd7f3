import { expect, test } from 'vitest'
import { aboutText } from './schedule-words.ts'

const about = { email: 'anna@buyer.example', next: '03/09/2026', filters: 'with its filter' }

test('the dialog says when the next email is sent, and nothing without a mail server', () => {
  const edited = { name: 'Mondays', isPaused: false }
  expect(aboutText({ ...about, edited, canMail: true })).toMatch(
    /^You are changing "Mondays". It is sent .* next on 03\/09\/2026, New York/,
  )
  expect(aboutText({ ...about, edited: null, canMail: false })).toBe('This portal does not send email.')
})
