import { maxDocumentBytes } from '@portal/contract/document/model'
import { expect, test } from 'vitest'
import { fileProblem } from './check-file.ts'

test.each([
  [
    [
      'a.pdf',
      'A.PDF',
      'statement.2026.JPEG',
      'rent roll.xlsx',
      'mail.eml',
      'x.tif',
    ],
    null,
  ],
  [
    ['a.exe', 'a.pdf.exe', 'pdf', 'a.svg', 'a.html', 'a.zip', 'a.docm', ''],
    expect.stringContaining('This type of file is not accepted'),
  ],
])('%j: %s', (names, problem) => {
  for (const name of names)
    expect(fileProblem({ name, size: 1 }), name).toEqual(problem)
})

test('empty files and files over 50 MB are refused', () => {
  expect(fileProblem({ name: 'a.pdf', size: 0 })).toBe('This file is empty.')
  expect(fileProblem({ name: 'a.pdf', size: maxDocumentBytes })).toBeNull()
  expect(fileProblem({ name: 'a.pdf', size: maxDocumentBytes + 1 })).toBe(
    'This file is larger than 50 MB.',
  )
})
