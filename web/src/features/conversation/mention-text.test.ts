import { describe, expect, test } from 'vitest'
import {
  completeMention,
  findMatches,
  findMention,
  findMentioned,
  splitPieces,
} from './mention-text.ts'

const ana = { id: '1', name: 'Ana Ortiz' }
const anabel = { id: '2', name: 'Ana Ortiz-Bell' }
const keiko = { id: '3', name: 'Keiko Lindahl' }
const people = [ana, anabel, keiko]

/** The text with the caret at '|'. */
const mentionIn = (marked: string) =>
  findMention(marked.replace('|', ''), marked.indexOf('|'))

describe('a mention', () => {
  test.each([
    ['@|', { start: 0, words: '' }],
    ['Hello @ke|', { start: 6, words: 'ke' }],
    ['(@keiko li|', { start: 1, words: 'keiko li' }],
    ['one\n@k|ei', { start: 4, words: 'k' }],
    ['Hello|', null],
    ['ana@mail.com|', null],
    ['@ ana|', null],
    ['@ana\nmore|', null],
    ['|@ana', null],
  ])('is recognized in %j: %j', (marked, expected) =>
    expect(mentionIn(marked)).toEqual(expected),
  )

  test('finds people by first or last name, and ends after a full name', () => {
    expect(findMatches(people, 'LIN')).toEqual([keiko])
    expect(findMatches(people, 'ana o')).toEqual([ana, anabel])
    expect(findMatches(people, '')).toEqual(people)
    expect(findMatches(people, 'Keiko Lindahl ')).toEqual([])
    expect(findMatches(people, 'tiz')).toEqual([])
  })

  test('is completed with the full name', () => {
    expect(
      completeMention('See @ke', { start: 4, words: 'ke' }, keiko.name),
    ).toEqual({
      text: 'See @Keiko Lindahl ',
      caret: 19,
    })
    expect(
      completeMention('@ke please', { start: 0, words: 'ke' }, keiko.name),
    ).toEqual({
      text: '@Keiko Lindahl please',
      caret: 15,
    })
  })
})

describe('names in a text', () => {
  test('are found if they are complete, the longest first', () => {
    expect(
      findMentioned('@Ana Ortiz-Bell, and @Keiko Lindahl.', people),
    ).toEqual([anabel, keiko])
    expect(findMentioned('@Ana Ortiz, @Ana Ortiz!', people)).toEqual([ana])
    expect(findMentioned('@Ana Ortizova and Keiko Lindahl', people)).toEqual([])
  })

  test('that two people share mean the one who was chosen', () => {
    const other = { id: '9', name: 'Keiko Lindahl' }
    expect(findMentioned('@Keiko Lindahl', [other, ...people])).toEqual([other])
  })

  test('split it into pieces', () => {
    const text = 'To @Ana Ortiz: ask @Keiko Lindahl\nor @noone'
    const pieces = splitPieces(text, people)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(
      pieces.filter(({ named }) => named).map((piece) => piece.text),
    ).toEqual(['@Ana Ortiz', '@Keiko Lindahl'])
  })
})
